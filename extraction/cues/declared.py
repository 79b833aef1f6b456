"""What a document's metadata says it does to other sources: acts of replacement, in both directions."""

from __future__ import annotations

from contract.errors import InvalidMetadata
from contract.history import Act, ActKind, Polarity
from contract.records import Authority, Metadata


def acts(metadata: Metadata) -> tuple[Act, ...]:
    """One act for each URI of ``replaces`` and ``replaced_by``, in the order given, each once.

    A source that ``replaced_by`` names acts on this one; the act waits until that source is here. What an informal source says
    of others in its own front matter is kept and ends nothing: anyone may write it. Raises
    ``InvalidMetadata`` where a source is said to replace itself: that is what revisions are for.
    """
    for key, uris in (("replaces", metadata.replaces), ("replaced_by", metadata.replaced_by)):
        if metadata.uri in uris:
            raise InvalidMetadata(
                f"{metadata.uri}: {key} names the document itself; a new revision of it needs no {key}"
            )
    own = metadata.authority is Authority.INFORMAL and metadata.origins.get("replaces") == "front_matter"
    polarity = Polarity.CONDITIONAL if own else Polarity.ASSERTED
    done = (Act(ActKind.REPLACE, target=uri, polarity=polarity) for uri in metadata.replaces)
    suffered = (Act(ActKind.REPLACE, target=metadata.uri, by=uri) for uri in metadata.replaced_by)
    return tuple(dict.fromkeys((*done, *suffered)))
