"""JUnit XML, which CI servers show as a list of tests: a test for each finding, and one for each code without any."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from checker.checks.registry import CHECKS
from checker.report.details import finding_text, unused_text
from checker.report.formats.common import Outcome, explanation, level, title
from checker.report.verdict import headline, judged_words, summary
from checker.results import Finding

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot represent."""


def junit(outcome: Outcome) -> str:
    """One suite. A finding that makes the check fail is a failure. Suppressed, known, and open ones are skipped. Others
    pass, with their text in `system-out`."""
    report = outcome.report
    root = ET.Element("testsuites")
    suite = ET.SubElement(root, "testsuite")
    found = {f.code for f in report.findings}
    cases = [test(outcome, f) for f in report.findings]
    left = "the check was stopped" if report.stopped else "the budget ran out" if report.cut_short else ""
    for code, name, _ in CHECKS:
        if code not in found:
            cases.append(ET.Element("testcase", {"classname": f"unodsl.{code}", "name": name, "time": "0"}))
            if left:
                ET.SubElement(cases[-1], "skipped", {"message": f"open: {left}, and not everything was checked"})
    cases.sort(key=lambda c: (c.get("classname", ""), c.get("name", "")))
    suite.extend(cases)
    lines = [headline(report), *judged_words(report), *summary(report), *(unused_text(u) for u in report.unused)]
    ET.SubElement(suite, "system-out").text = _clean("\n".join(lines))
    counts = {
        "tests": len(cases),
        "failures": sum(c.find("failure") is not None for c in cases),
        "errors": 0,
        "skipped": sum(c.find("skipped") is not None for c in cases),
    }
    suite.attrib |= {"name": "unodsl check", **{k: str(v) for k, v in counts.items()}, "time": f"{report.seconds:.3f}"}
    del counts["skipped"]  # the outer element has no such count
    root.attrib |= {"name": "unodsl", **{k: str(v) for k, v in counts.items()}, "time": f"{report.seconds:.3f}"}
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def test(outcome: Outcome, finding: Finding) -> ET.Element:
    """One finding as a test."""
    name = title(finding) + (f" [{', '.join(finding.options)}]" if finding.options else "")
    out = ET.Element("testcase", {"classname": f"unodsl.{finding.code}", "name": _clean(name), "time": "0"})
    whole = _clean(finding_text(finding))
    if outcome.fails(finding):
        made = ET.SubElement(out, "failure", {"type": level(finding), "message": _clean(finding.message)})
        made.text = whole
    elif finding.suppressed is not None:
        ET.SubElement(out, "skipped", {"message": _clean(f"allowed: {finding.suppressed}")})
    elif finding.known:
        ET.SubElement(out, "skipped", {"message": "in the baseline"})
    elif finding.evidence == "bounded":
        ET.SubElement(out, "skipped", {"message": _clean(f"open: {finding.message}")}).text = _clean(
            explanation(finding)
        )
    else:
        ET.SubElement(out, "system-out").text = whole
    return out


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
