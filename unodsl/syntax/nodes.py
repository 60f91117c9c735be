"""The syntax tree. It mirrors the text, without name resolution. Every node has its span."""

from unodsl.syntax.declaration_nodes import *  # noqa: F403
from unodsl.syntax.effect_nodes import *  # noqa: F403
from unodsl.syntax.expression_nodes import *  # noqa: F403
from unodsl.syntax.file_nodes import *  # noqa: F403
