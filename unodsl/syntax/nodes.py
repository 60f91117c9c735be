"""The syntax tree. It mirrors the text: no name is looked up here. Every node carries the place it stands at."""

from unodsl.syntax.declaration_nodes import *  # noqa: F403
from unodsl.syntax.effect_nodes import *  # noqa: F403
from unodsl.syntax.expression_nodes import *  # noqa: F403
from unodsl.syntax.file_nodes import *  # noqa: F403
