"""Makes the three binary documents of the demo corpus again: a contract (DOCX), a price list (XLSX), a report (PDF).

They are kept in the repository, so this is only for changing them: ``python examples/make_binaries.py``. The formats keep
the time at which they were written, so a file made again differs in its bytes, not in its words.
"""

from __future__ import annotations

from pathlib import Path

from docx import Document
from openpyxl import Workbook
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

CORPUS = Path(__file__).with_name("corpus")

_CLAUSES = (
    (
        "Primera. Objeto",
        "Valle Sur vende y Northern Berry Imports compra arándano fresco y limón fresco para el mercado de Canadá.",
    ),
    (
        "Segunda. Entrega",
        "Incoterm: CIF",
        "El puerto de destino es Halifax. El riesgo pasa al comprador al cargar el buque.",
    ),
    ("Tercera. Pago", "Plazo de pago: 45 días", "El plazo se cuenta desde la fecha del conocimiento de embarque."),
    (
        "Cuarta. Licencia",
        "El comprador mantiene vigente su licencia de importación y presenta el aviso de llegada 48 horas antes.",
    ),
    (
        "Quinta. Duración",
        "El contrato rige desde el 1 de octubre de 2025. Cualquiera de las partes lo termina con 90 días de aviso.",
    ),
)

_PRICES: tuple[tuple[str, ...], ...] = (
    ("Code", "Product", "Price per box"),
    ("VS-ARA-125", "Blueberry 12 × 125 g", "19.20 USD"),
    ("VS-LIM-048", "Lemon caliber 48", "14.20 USD"),
    ("VS-TAN-750", "Tannat Reserva 6 × 750 ml", "57.00 EUR"),
)

_REPORT = (
    "An outside auditor visited the plant from 9 to 11 March 2026 and followed three containers from the cold room to the ship.",
    "All three left within the band of the cold chain policy. In one of them the thermograph at the door was missing; the "
    "plant put it in before sailing. The auditor asks for a seal that shows whether a thermograph was taken out.",
)
_READINGS = [
    ["Container", "Product", "Lowest reading", "Highest reading"],
    ["VSCU 120431", "Blueberry", "0.2 °C", "1.6 °C"],
    ["VSCU 120447", "Blueberry", "0.1 °C", "1.9 °C"],
    ["VSCU 120502", "Lemon", "7.4 °C", "9.1 °C"],
]


def contract(path: Path) -> None:
    """The supply contract with the Canadian buyer, in Spanish."""
    document = Document()
    document.core_properties.author = "Legales"
    document.add_heading("Contrato de suministro con Northern Berry Imports", level=1)
    for heading, *paragraphs in _CLAUSES:
        document.add_heading(heading, level=2)
        for paragraph in paragraphs:
            document.add_paragraph(paragraph)
    document.save(str(path))


def prices(path: Path) -> None:
    """The distributors' price list: in force beside the general one, and at odds with it."""
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Distributors"
    for row in _PRICES:
        sheet.append(row)
    workbook.save(path)


def report(path: Path) -> None:
    """The audit of the cold chain, in English."""
    styles = getSampleStyleSheet()
    template = SimpleDocTemplate(str(path), pagesize=A4, title="Cold chain audit 2026", author="Quality", invariant=1)
    story = [Paragraph("Cold chain audit 2026", styles["Title"])]
    story += [Paragraph(text, styles["BodyText"]) for text in _REPORT]
    story.append(Table(_READINGS, spaceBefore=12))
    template.build(story)


def main() -> None:
    contract(CORPUS / "contracts" / "northern-berry.docx")
    prices(CORPUS / "prices" / "distributor-prices.xlsx")
    report(CORPUS / "manuals" / "cold-chain-audit.pdf")


if __name__ == "__main__":
    main()
