"""The rules of one game: deck, deal sizes, variants (rulebook 1 and Variants, rulings 4 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plateau_sim.cards import CARDS, NAMES, RANKS, RANKS_PER_SUIT, SUITS
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import TEAMS, BidCell, Team, cells

RULES_VERSION = 1
"""Changes whenever the behaviour of a hand does."""
PLAYER_COUNTS = range(2, 7)
TABLEAU_CARDS = 9
_MAX_TRICKS, _MAX_TALON, _MAX_PLAYED_PER_CALL = 18, 6, 30

# Suit cards taken out, by (players, full deck): in suits S H D C the ranks from 1 up to this one.
_REMOVED_UP_TO = {
    (2, False): (9, 9, 9, 9),
    (3, False): (9, 9, 9, 9),
    (4, False): (5, 6, 6, 6),
    (5, False): (2, 3, 3, 2),
    (6, False): (0, 0, 0, 0),
    (3, True): (6, 6, 6, 6),
    (4, True): (0, 0, 0, 0),
    (5, True): (0, 0, 0, 0),
}
_REMOVED_TRUMPS = {2: range(9, 15)}
# Hand, talon, cards that the declarer takes from the talon.
_DEALS = {
    (2, False): (7, 4, 2),
    (3, False): (13, 3, 3),
    (4, False): (13, 3, 3),
    (5, False): (13, 3, 3),
    (6, False): (12, 6, 3),
    (3, True): (17, 3, 3),
    (4, True): (18, 6, 6),
    (5, True): (15, 3, 3),
}
_GIFTS = {6: 2}


def _published_deck(players: int, full_deck: bool) -> tuple[int, ...]:
    removed_up_to = _REMOVED_UP_TO[players, full_deck]
    plain = [
        suit * RANKS_PER_SUIT + rank
        for suit in range(len(SUITS))
        for rank in range(removed_up_to[suit], len(RANKS))
    ]
    removed = {f"T{number}" for number in _REMOVED_TRUMPS.get(players, ())}
    trumps = [card for card in range(len(SUITS) * RANKS_PER_SUIT, CARDS)]
    return (*plain, *(card for card in trumps if NAMES[card] not in removed))


@dataclass(frozen=True)
class GameRules:
    """All that distinguishes one game of Le Plateau from another.

    Make the games of the rulebook with `published`, and small games for tests directly.

    Attributes
    ----------
    players : int
        2 to 6.
    deck : tuple of int
        Card ids, ascending.
    hand_size, talon_size, tricks : int
        Cards dealt to each hand, cards of the talon, tricks of a hand played to its end.
    swap_size : int
        Cards that the declarer takes from the talon in the exchange.
    gifts : int
        0: he discards as many as he took; 2: he gives two cards to others (6 players).
    tableau : bool
        Two players: nine more cards each, in two rows.
    full_deck, excuse_variant, positive_only, strict_formations : bool
        The rulebook's variants and the option of rulings 3.
    counter_sabotage : bool
        With positive-only scoring and 5 players: chosen. Else it follows from the rules.
    """

    players: int
    deck: tuple[int, ...]
    hand_size: int
    tricks: int
    talon_size: int
    swap_size: int = 0
    gifts: int = 0
    tableau: bool = False
    full_deck: bool = False
    excuse_variant: bool = False
    positive_only: bool = False
    counter_sabotage: bool = False
    strict_formations: bool = False

    @classmethod
    def published(cls, players: int, *, full_deck: bool = False, **options: bool) -> GameRules:
        """Return the game of the rulebook for a number of players.

        Raises
        ------
        PlateauError
            If there is no such game.
        """
        if players not in PLAYER_COUNTS:
            raise PlateauError(f"players {players}", "Le Plateau is for 2 to 6 players", "4")
        if (players, full_deck) not in _DEALS:
            fault = f"{players} players have no larger deck"
            raise PlateauError("full deck", fault, "3, 4 or 5 players with the full deck")
        hand, talon, swap = _DEALS[players, full_deck]
        tableau, gifts = players == 2, _GIFTS.get(players, 0)
        played = hand + (TABLEAU_CARDS if tableau else 0) + (1 if gifts else 0)
        deck = _published_deck(players, full_deck)
        return cls(players, deck, hand, played, talon, swap, gifts, tableau, full_deck, **options)

    def __post_init__(self) -> None:
        self._check_sizes()
        self._check_variants()

    def _check_sizes(self) -> None:
        each = self.hand_size + (TABLEAU_CARDS if self.tableau else 0)
        faults = {
            "players must be 2 to 6": self.players not in PLAYER_COUNTS,
            "a card stands twice, or there is no such card": list(self.deck)
            != sorted({card for card in self.deck if 0 <= card < CARDS}),
            "the deck is not players x cards each + talon": len(self.deck)
            != self.players * each + self.talon_size,
            "a tableau needs 2 players and a talon of 4": self.tableau
            and (self.players, self.talon_size) != (2, 4),
            "gifts need 6 players, a talon of 6 of which 3 are taken, and 2 gifts": self.gifts != 0
            and (self.players, self.talon_size, self.swap_size, self.gifts) != (6, 6, 3, 2),
            "the talon is too large": self.talon_size > _MAX_TALON
            or self.hand_size + self.talon_size > _MAX_PLAYED_PER_CALL,
            "more is taken than the talon holds": not 0 <= self.swap_size <= self.talon_size,
            "more tricks than cards": not 1
            <= self.tricks
            <= min(_MAX_TRICKS, each + bool(self.gifts)),
        }
        for fault, found in faults.items():
            if found:
                raise PlateauError("game rules", fault, "GameRules.published(4)")

    def _check_variants(self) -> None:
        if self.excuse_variant and len(self.deck) != CARDS:
            fault = f"this deck has {len(self.deck)} cards, the variant is for all 78"
            raise PlateauError("excuse variant", fault, "6 players, or 4 or 5 with the full deck")
        if self.counter_sabotage and not (self.positive_only and self.players == 5):
            fault = "can be chosen only with positive-only scoring and 5 players"
            raise PlateauError("counter-sabotage", fault, "5 players, positive only")

    @property
    def sabotage_in_force(self) -> bool:
        """Whether a declarer of 5 may abdicate after the partner's raise."""
        return self.players == 5 and (self.counter_sabotage or not self.positive_only)

    @property
    def cells(self) -> tuple[BidCell, ...]:
        """All bid cells, in table order."""
        return cells(self.players)

    @property
    def teams(self) -> tuple[Team, ...]:
        """Team sizes that can be bid, easiest first."""
        return TEAMS[self.players]

    @property
    def variant(self) -> str:
        """Name of the variant of the cards: standard, full_deck, excuse, full_deck+excuse."""
        names = ["full_deck"] * self.full_deck + ["excuse"] * self.excuse_variant
        return "+".join(names) or "standard"

    @property
    def scoring(self) -> str:
        """Name of the scoring: standard, positive, positive+sabotage."""
        if not self.positive_only:
            return "standard"
        return "positive+sabotage" if self.counter_sabotage else "positive"

    def options(self) -> dict[str, Any]:
        """Return the options that differ from the plain game, as transcripts name them."""
        names = ("full_deck", "excuse_variant", "positive_only", "strict_formations")
        options = {name: True for name in names if getattr(self, name)}
        if self.positive_only and self.players == 5:
            options["counter_sabotage"] = self.counter_sabotage
        return options
