"""Say which rules of the sheets a test shows: ``@rule("KS-7.2", "KS-7.3")``."""

import pytest

rule = pytest.mark.rule
