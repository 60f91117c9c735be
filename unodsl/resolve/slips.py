"""Suggestions for phrases that are not effects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import partial

from unodsl.model import expressions as e
from unodsl.model.types import Card, Enumeration, Number, Player, Players
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import one_line, short
from unodsl.resolve.scope import Context, Words
from unodsl.resolve.words import leftmost, number_in, phrase_of, plain, third_person
from unodsl.syntax import nodes as s
from unodsl.syntax.effect_phrases import effect_meant
from unodsl.syntax.vocabulary import FORMS, NO_DEEDS, THIRD_PERSON

_NOBODY = ("nobody", "no player", "no one", "noone", "none")
_PRONOUNS = ("they", "he", "she", "you", "one", "it")
_MISSES = ("loses", "lose", "misses", "miss", "forfeits", "forfeit")
_GAINS = ("gets", "wins", "scores", "earns", "gains", "receives")
_THROWS = ("discards", "throws", "dumps", "sheds", "loses", "drops", "returns", "puts")
_NO_KIND = ("random", "own", "more", "other", "another", "extra", "of", "any", "some", "one", "last")
_CHOOSES = ("picks", "chooses", "selects", "names", "says", "calls", "declares", "decides")
_NEXT_PLAYER = ", to whoever is next"
_ENDS = ("ends", "end", "finishes", "finish", "stops")
_OVER = ("ends", "is over", "over")


def passed_on(rules: Iterable[s.Rule]) -> dict[str, str | None]:
    """The situations that rules pass on whenever the table settles, each with the effect that prevents it (None:
    unknown)."""
    out: dict[str, str | None] = {}
    for rule in rules:
        head = rule.heads[0]
        if not isinstance(head, s.When) or one_line(head.deed.body).removeprefix("the ") != "table settles":
            continue
        for effect in rule.effects or ():
            if isinstance(effect, s.Pass):
                equalities = [x for x in rule.conditions if isinstance(x, s.Compare) and x.relation == "is"]
                flags = [one_line(x.left) for x in equalities if one_line(x.right) == "yes"]
                out[" ".join(plain(effect.what.words))] = f"{flags[0]} becomes no" if flags else None
    return out


def leftmost_words(node: s.Expr) -> tuple[s.Word, ...]:
    """The first words of an expression."""
    first = leftmost(node)
    return first.words if isinstance(first, s.Phrase) else ()


def replace_phrase(node: s.Expr) -> s.Expr:
    """A value without a leading `now`."""
    if isinstance(node, s.Phrase) and len(node.words) > 1 and node.words[0].text == "now":
        return phrase_of(node.words[1:]) or node
    return node


class Slips:
    """Finds the intended effect."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.v = x.v

    def meant(self, body: s.Expr, ctx: Context) -> str | None:
        """A suggestion for an effect; None if nothing in it is known."""
        if isinstance(body, s.Compare) and body.relation in ("can", "cannot"):
            return self.permission(body, ctx)
        if isinstance(body, s.Compare) and body.relation == "is":
            is_so = self.state_meant(body, ctx)
            if is_so is not None:
                return is_so
        first = leftmost(body)
        if not isinstance(first, s.Phrase):
            return effect_meant(one_line(body)) if isinstance(body, s.Positive | s.Select) else None
        words = plain(first.words)
        if not words:
            return None
        if words[:2] == ("for", "each") or words[0] == "if":
            return f"write `then`, below it `{one_line(body)}`, and below that, indented once more, what happens in it"
        if isinstance(body, s.Apply) and words in self.waiting(ctx):
            return self.passed_to(" ".join(words), one_line(body.argument))
        who, behind = self.somebody(first, ctx)
        tries = (
            self.drawn(who, behind, ctx),
            self.thrown_away(who, behind) if first is body else None,
            self.alike(who, behind, ctx),
            self.skipped(first, words, ctx),
            self.seen(who, behind, one_line(body)),
            self.handed_on(first, who, behind, ctx),
            self.ended(words, who, behind),
            self.counted(first, who, behind, ctx),
            self.done_by_nobody(behind),
            self.changed(words, ctx),
            self.nearly(behind if who else words, ctx),
        )
        found = next((x for x in tries if x is not None), None)
        if found is None or found.endswith(_NEXT_PLAYER):
            hint = effect_meant(one_line(body))
            found = self.x.zones_named(hint) if hint is not None else found
        return found or self.acts(who, behind, ctx)

    def state_meant(self, body: s.Compare, ctx: Context) -> str | None:
        """A suggestion for a state in place of an effect: `current color is red`, `direction is reversed`, `next player
        is out`."""
        what, is_ = one_line(body.left), one_line(body.right).removeprefix("now ")
        if is_.startswith(("any ", "some ", "another ")):
            return effect_meant(f"{what} is {is_}")
        left = body.left if isinstance(body.left, s.Phrase) else None
        if left is not None and self.player(left, ctx) is not None:
            if is_ in ("skipped", "passed over"):
                return self.passed_over(what, ctx)
            if is_ in ("out", "eliminated", "gone", "out of the game", "out of game"):
                return f"whoever no longer takes part is taken out of the game: `remove {what}`"
            if is_ in ("winner", "the winner"):
                return f"write `end the round won by {what}`"
            return None
        if is_ == "over" and what.removeprefix("the ") in ("round", "match", "game"):
            over = "match" if what.endswith("game") else what.removeprefix("the ")
            return f"write `end the {over} won by player`, or whoever wins it"
        found = self.x.attempt(lambda: self.x.value(body.left, None, ctx), ctx)
        if not isinstance(found, e.Variable | e.Field):
            return self.changeable(body.left, ctx)
        value = self.x.attempt(lambda: self.x.typed(replace_phrase(body.right), found.type, ctx), ctx)
        if value is not None:
            return f"what is so is a condition; to change it write `{what} becomes {is_}`"
        return self.changed((*plain(leftmost_words(body.left)), "changes"), ctx)

    def changeable(self, node: s.Expr, ctx: Context) -> str | None:
        """A suggestion for changing an attribute of cards (`color becomes red`), or the owner of a situation."""
        words = leftmost_words(node)
        name = " ".join(plain(words))
        if plain(words) in self.waiting(ctx):
            return self.passed_to(name, "next player")
        symbol = self.v.find(plain(words), ctx.view, "setting") if words else None
        if symbol is not None:
            return f"a parameter is set before the game, on a line outside of rules: `set {name} to ...`"
        for variable in self.v.variables:
            own = short(variable.name)
            if own.endswith(f" {name}") and variable.name.partition(".")[0] in self.v.chain(ctx.view):
                return f"what can be changed is `{own}`: write `{own} becomes ...`"
        return None

    def declared(self, node: s.Assign, ctx: Context) -> str | None:
        """The declaration of an unknown variable to which a value is assigned; None if the value is unknown too."""
        name, of, _ = re.sub(r"^(?:the|a|an) ", "", one_line(node.target)).partition(" of ")
        value = self.x.attempt(lambda: self.x.value(node.value, None, ctx), ctx)
        if one_line(node.value) in ("yes", "no"):
            type_ = "yes or no"
        elif value is None or not re.fullmatch(r"[a-z][a-z -]*", name):
            return None
        elif isinstance(value.type, Number):
            type_ = "0 to 100"
        elif isinstance(value.type, Players):
            type_ = "players"
        else:
            named = {Card: "card", Player: "player"}.get(type(value.type), getattr(value.type, "name", ""))
            type_ = f"{named} or nothing" if named else ""
        return f"variable {name}{' of each player' if of else ''}: {type_}" if type_ else None

    def waiting(self, ctx: Context) -> set[Words]:
        """The names of the situations that wait for one player, as words."""
        return {tuple(x.split()) for x in self.lasting(ctx)}

    @staticmethod
    def passed_to(what: str, to: str) -> str:
        """How to pass a situation to somebody."""
        return f"`{what}` waits for somebody: write `pass {what} to {to}`"

    def drawn(self, who: str, behind: Words, ctx: Context) -> str | None:
        """A suggestion for `next player picks up 2 cards`, `next player +2`: the act with a number."""
        acts = [a for a in self.v.acts if isinstance(a.argument, Number) and a.name == a.verb]
        if not who or len(acts) != 1 or behind[-1:] not in (("card",), ("cards",)) or len(behind) < 3:
            return None
        count = next((n for w in behind[1:-1] if (n := number_in(w)) is not None), None)
        if behind[0] in _THROWS or count is None:
            return None
        line = f"{who} {' '.join(third_person(tuple(short(acts[0].verb).split())))} {count}"
        return f"write `{line}`"

    def thrown_away(self, who: str, behind: Words) -> str | None:
        """A suggestion for `player discards 2 cards`, `player discards their hand`."""
        piles = [short(z.name) for z in self.v.zones if not z.each_player and z.visibility == "face up"]
        hand = self.x.private_zone()
        if not who or len(piles) != 1 or behind[:1] not in {(x,) for x in _THROWS}:
            return None
        if behind[-1] not in ("card", "cards", *hand.split()):
            return None
        count = next((n for w in behind[1:] if (n := number_in(w)) is not None), None)
        what = "all" if hand in behind or count is None else f"top {count}"
        which = [w for w in behind[2:-1] if w not in ("of", "the", "their")]
        if behind[1:2] in (("all",), ("every",)) and behind[-1] in ("card", "cards") and which:
            what = f"all {' '.join(which)} cards"
        kinds = [w for w in behind[1:-1] if number_in(w) is None and w not in _NO_KIND]
        if behind[1] not in ("all", "every") and kinds and hand not in behind:
            return (
                f"which {' '.join(kinds)} card it is, somebody chooses: begin a situation for it; all of them go with "
                f"`move all {' '.join(kinds)} cards from {hand} of {who} to {piles[0]}`"
            )
        if count is None and what == "all" and hand not in behind and behind[-1:] == ("card",):
            what = "top 1"
        move = f"move {what} from {hand} of {who} to {piles[0]}"
        return f"cards are moved: `{move}`" + (
            "" if what.startswith("all") else " (at random); to let somebody choose, begin a situation"
        )

    def alike(self, who: str, behind: Words, ctx: Context) -> str | None:
        """A suggestion for an act under another verb: `player says uno`, `player picks a color`."""
        spoken = tuple(w.lower() for w in behind)
        for act in self.v.acts:
            verb = third_person(tuple(short(act.verb).split()))
            bare = not who and verb[1:] in (spoken, spoken[1:])
            if len(verb) > 1 and (bare or (who and verb[1:] == spoken[1:])):
                return f"did you mean `{who or 'player'} {' '.join(verb)}`?"
        if not who or len(behind) < 2:
            return None
        for act in self.v.acts:
            takes_value = act.argument is not None and not isinstance(act.argument, Number | Card)
            if takes_value and behind[1:] == tuple(act.argument_name.split()) and behind[0] in _CHOOSES:
                name, noun = short(act.verb), act.argument_name
                a = "an" if noun[0] in "aeiou" else "a"
                return (
                    f"effects ask nobody: begin a situation, with a rule in which `its player must {name} {a} {noun}`"
                )
        return None

    def permission(self, body: s.Compare, ctx: Context) -> str:
        """A suggestion for `nobody can play 5`."""
        who, what = one_line(body.left), one_line(body.right)
        who = "any player" if who.lower() in _PRONOUNS else who
        if who.lower() in _NOBODY or body.relation == "cannot":
            who = "any player" if who.lower() in (*_NOBODY, "players", "all players", "everyone") else who
            return f"what players cannot do stands in a rule of its own, with `if` for when it holds: `{who} cannot {what}`"
        who = "any player" if who.lower() in ("players", "all players", "everyone") else who
        who = "its player" if who in ("player", "the player") else who
        return f"what players can do stands in a rule of its own, with `during` for when: `{who} may {what}`"

    def somebody(self, phrase: s.Phrase, ctx: Context) -> tuple[str, Words]:
        """The actor at the beginning of a phrase (empty: none), and the words after it."""
        for length in range(len(phrase.words) - 1, 0, -1):
            start = phrase_of(phrase.words[:length])
            assert start is not None
            found = self.player(start, ctx)
            if found is not None:
                return one_line(start), plain(phrase.words[length:])
        return "", plain(phrase.words)

    def player(self, node: s.Phrase, ctx: Context) -> e.Expr | None:
        """The player, or players, of a phrase; None for anything else."""
        found = self.x.attempt(lambda: self.x.value(node, None, ctx), ctx)
        return found if found is not None and isinstance(found.type, Player | Players) else None

    def lasting(self, ctx: Context) -> list[str]:
        """The situations of this table that wait for one player, by length of their names."""
        own = [x for x in self.v.situations if x.name.partition(".")[0] in self.v.chain(ctx.view) and not x.on_players]
        return sorted((short(x.name) for x in own), key=len)

    def handed_on(self, phrase: s.Phrase, who: str, behind: Words, ctx: Context) -> str | None:
        """A suggestion for `next player loses a turn`, `player goes again`: passing a situation on."""
        words, lasting = plain(phrase.words), self.lasting(ctx)
        text = f" {' '.join(words)} "
        named = next((x for x in lasting if f" {x} " in text), None)
        if named is None and words[-1:] != ("again",):
            return None
        what = named or next(iter(lasting), None)
        if what is None:
            return None
        misses = bool(who and behind and behind[0] in _MISSES)
        if what in self.v.passing:
            here, going = f"`{what}` goes on by itself when the table settles", self.v.passing[what]
            if misses:
                return f"{here}: write `pass {what} to {who}`, and it goes on behind them"
            if not who:
                return f"{here}{_NEXT_PLAYER}"
            if going is not None and behind[:1] and behind[0] in _ENDS:
                return f"write `{going.removesuffix('no')}yes`"
            if going is not None:
                return f"{here}: write `{going}`" + ("" if who == "player" else f", and `pass {what} to {who}`")
        to = self.following(who, phrase, ctx) if misses else who
        return f"`{what}` waits for somebody: write `pass {what} to {to or 'next player'}`"

    def skipped(self, phrase: s.Phrase, words: Words, ctx: Context) -> str | None:
        """A suggestion for the word of a card used as an effect on a player; and for `next player misses 2 turns`."""
        faces = {v for a in self.v.deck.attributes for v in a.values} if self.v.deck is not None else set()
        if " ".join(words) in faces:
            return "a card is no effect: say what it does, for example `next player draws 2`"
        rest = phrase_of(phrase.words[1:]) if words[0] in faces else None
        if rest is not None and self.player(rest, ctx) is not None:
            what = next((x for x in self.lasting(ctx) if x in self.v.passing), None)
            example = f"`pass {what} to {one_line(rest)}`" if what is not None else f"`{one_line(rest)} draws 1`"
            return f"a card is no effect: say what it does, for example {example}"
        if words[-1] != "turns" or not any(w in _MISSES for w in words):
            return None
        who, _ = self.somebody(phrase, ctx)
        one = self.passed_over(who, ctx) if who else None
        return one and f"one turn is passed over: {one}; of more, keep the number in a variable"

    def passed_over(self, who: str, ctx: Context) -> str | None:
        """How a player is skipped by a situation that is passed on automatically."""
        what = next((x for x in self.lasting(ctx) if x in self.v.passing), None)
        return None if what is None else f"write `pass {what} to {who}`, and it goes on behind them"

    @staticmethod
    def seen(who: str, behind: Words, text: str) -> str | None:
        """A suggestion for `player looks at hand of next player`."""
        verb = f" {behind[0]} " if who and behind else ""
        if verb.strip() not in ("looks", "sees", "peeks", "views"):
            return None
        what = text.partition(verb)[2].removeprefix("at ").removeprefix("into ")
        if what.endswith((" an opponent", " another player", " any player", " somebody")):
            return (
                "effects ask nobody: begin a situation, with a rule in which `its player must choose an opponent`, and "
                f"`show hand of the opponent to {who}` below its `then`"
            )
        return f"write `show {what} to {who}`" if what else None

    def following(self, who: str, node: s.Phrase, ctx: Context) -> str:
        """The player after a given one, in the words of this table."""
        here = ctx.player or e.Constant(0, Player())
        for page in ctx.view:
            for name, symbol in sorted(self.v.symbols.get(page, {}).items()):
                if symbol.kind == "definition" and isinstance(symbol.meanings[0].parameter, Player):
                    found = self.x.attempt(partial(self.x.unfold, symbol, here, node, None, ctx), ctx)
                    if found is not None and isinstance(found.type, Player):
                        return f"{' '.join(name)} after {who}"
        return f"left of {who}"

    def ended(self, words: Words, who: str, behind: Words) -> str | None:
        """A suggestion for `player wins`, `the round ends`."""
        what = next((x for x in ("round", "match") if x in words), "match" if "game" in words else "")
        if who and behind[:1] and behind[0] in ("wins", "win") and not any(w.isdigit() for w in behind):
            return f"write `end the {what or 'round'} won by {who}`"
        if what and " ".join(words[1:]) in _OVER:
            return f"write `end the {what} won by player`, or whoever wins it"
        if who and " ".join(behind) in (
            "is out",
            "leaves",
            "drops out",
            "is eliminated",
            "leaves game",
            "leaves round",
        ):
            return f"whoever no longer takes part is taken out of the game: `remove {who}`"
        return None

    def counted(self, phrase: s.Phrase, who: str, behind: Words, ctx: Context) -> str | None:
        """A suggestion for `player gets 10 points`."""
        amount = next((w for w in behind if w.isdigit()), None)
        if not who or amount is None or behind[0] not in (*_GAINS, *_MISSES):
            return None
        own = [
            x
            for x in self.v.variables
            if x.each_player and isinstance(x.type, Number) and x.name.partition(".")[0] in self.v.chain(ctx.view)
        ]
        if not own:
            return None
        name = short(max(own, key=lambda x: (x.kept, -len(x.name))).name)
        return f"write `{name} of {who} {'+' if behind[0] in _GAINS else '-'}= {amount}`"

    @staticmethod
    def done_by_nobody(behind: Words) -> str | None:
        """A suggestion for `player shows their hand`."""
        head = THIRD_PERSON.get(behind[0]) if behind else None
        return f"nobody does it, it is done: for example `{FORMS[head]}`" if head in FORMS else None

    def changed(self, words: Words, ctx: Context) -> str | None:
        """A suggestion for `reverse direction`: an assignment to a variable."""
        for variable in self.v.variables:
            name = tuple(short(variable.name).split())
            if variable.name.partition(".")[0] not in self.v.chain(ctx.view) or not isinstance(
                variable.type, Enumeration
            ):
                continue
            if name != words and any(words[at : at + len(name)] == name for at in range(len(words))):
                one, *others = variable.type.values
                text, of = " ".join(name), " of player" if variable.each_player else ""
                value = f"{others[0]} if {text} is {one}, otherwise {one}" if len(others) == 1 else one
                # (`direction become clockwise` names the value that it takes)
                value = next((x for x in variable.type.values if x in words[words.index(name[-1]) :]), value)
                return f"`{text}` gets its value from the line: write `{text}{of} becomes {value}`"
        return None

    def nearly(self, words: Words, ctx: Context) -> str | None:
        """The verb closest to the first words."""
        verbs = {" ".join(v): v for v in self.verbs(ctx)}
        near = get_close_matches(words[0], verbs, 1, 0.75) if words else []
        return f"did you mean `{near[0]}`?" if near else None

    def verbs(self, ctx: Context) -> list[Words]:
        """The verbs of acts in the third person."""
        return [third_person(tuple(short(a.verb).split())) for a in self.v.acts]

    def acts(self, who: str, behind: Words, ctx: Context) -> str | None:
        """The acts of this table, for an unknown one."""
        known = sorted({" ".join(v) for v in self.verbs(ctx)})
        if not who and behind[:1] in (("each",), ("every",), ("everyone",), ("everybody",), ("all",)):
            who = "players"
        if not who or not behind or not 0 < len(known) <= 12:
            return None
        listed = ", ".join(f"`{v}`" for v in known)
        return f"what players do here: {listed}; or cards are moved: `move card the card from ... to ...`"


def in_brackets(text: str, verbs: Iterable[str]) -> str | None:
    """What is to be written: the actor of several words in parentheses before a verb, or the second half on a line of its
    own, or another verb; None if no verb follows."""
    _, joined, second = text.rpartition(" and ")
    if joined and any(f" {verb} " in f"{second} " for verb in verbs):
        return f"put `{second}` on a line of its own, below"
    for verb in sorted(verbs, key=len, reverse=True):
        who, found, rest = f"{text} ".partition(f" {verb} ")
        if found and who and "where (" not in who and not who.startswith(("(", "if ", "unless ")):
            if verb.split()[0] in NO_DEEDS:
                return f"`{verb}` never says what somebody does: call the act something else"
            who = who.replace("(", "").replace(")", "")
            return f"put who it is in parentheses: `{f'({who}) {verb} {rest}'.strip()}`"
    return None
