//! Cards, effects and events in words.

use tercet_game::{End, Game as _, Seat, Seats};
use tercet_machi::{Action, CardSet, Each, Effect, Event, Kind, MachiKoro, Phase, Site, State, Toll, When};

use tercet_entry::count;

/// What a card does, in a few words.
pub fn effect(effect: &Effect, cards: &CardSet) -> String {
    match effect {
        Effect::Bank { coins, each, when, closes } => {
            let then = if *closes { ", then it closes" } else { "" };
            format!("+{coins}{}{}{then}", per(each, cards), condition(*when))
        }
        Effect::Throw { when } => format!("+ a throw of two dice{}", condition(*when)),
        Effect::Take { toll: Toll::Coins(coins), when } => {
            format!("take {coins} from the roller{}", condition(*when))
        }
        Effect::Take { toll: Toll::All, when } => format!("take all from the roller{}", condition(*when)),
        Effect::Loan { grant, fee } => format!("+{grant} when built, -{fee} on a roll"),
        Effect::Demolish { coins } => format!("un-build a landmark, +{coins}"),
        Effect::Move { coins } => format!("give a card to a player, +{coins}"),
        Effect::Each { coins, icons } if icons.is_empty() => format!("take {coins} from each player"),
        Effect::Each { coins, icons } => {
            format!("take {coins} from each for every {} he has", icons.join(" or "))
        }
        Effect::One { coins } => format!("take {coins} from one player"),
        Effect::Exchange => "exchange a card with a player".to_owned(),
        Effect::Tax { from } => format!("take half from each with {from} or more"),
        Effect::Renovate { coins } => format!("close all copies of a card, +{coins} for each of others"),
        Effect::Invest => "take from each what lies on it".to_owned(),
        Effect::Share => "all coins are shared out evenly".to_owned(),
        Effect::Exhibit => "activate one kind of yours, then it goes".to_owned(),
    }
}

fn per(each: &Each, cards: &CardSet) -> String {
    match each {
        Each::Copy => String::new(),
        Each::Icon(icon) => format!(" for every {icon}"),
        Each::IconOfAll(icon) => format!(" for every {icon} of all players"),
        Each::Card(name) => {
            let title = cards.find(name).map_or(name.as_ref(), |kind| cards.card(kind).name.as_ref());
            format!(" for every {title}")
        }
    }
}

fn condition(when: When) -> String {
    match when {
        When::Always => String::new(),
        When::Harbor => " if you have Harbor".to_owned(),
        When::Fewer(count) => format!(" with fewer than {count} landmarks"),
        When::Roller(count) => format!(" if he has {count} landmarks"),
    }
}

/// A card's name for people.
pub fn title(game: &MachiKoro, kind: Kind) -> &str {
    game.cards().card(kind).name.as_ref()
}

/// A card's or landmark's name for people.
pub fn site(game: &MachiKoro, site: Site) -> &str {
    match site {
        Site::Card(kind) => title(game, kind),
        Site::Landmark(landmark) => landmark.title(),
    }
}

/// Coins as people say it.
pub fn coins(number: u32) -> String {
    count(number as usize, "coin", "coins")
}

fn times(copies: u8) -> String {
    if copies == 1 { String::new() } else { format!(" x{copies}") }
}

/// What is asked for in a phase.
pub fn question(game: &MachiKoro, state: &State, name: &dyn Fn(Seat) -> String) -> String {
    match state.phase() {
        Phase::ChooseDice => "how many dice?".to_owned(),
        Phase::KeepOrReroll => "keep the dice, or roll again?".to_owned(),
        Phase::AddTwo => format!("add 2 to {}?", state.total()),
        Phase::Demolish { by, .. } => format!("{}: which landmark goes?", title(game, by)),
        Phase::Move { by, .. } => format!("{}: which card goes, and to whom?", title(game, by)),
        Phase::Activate => "which purple card comes next?".to_owned(),
        Phase::Target { by } => format!("{}: who pays?", title(game, by)),
        Phase::Exchange { by } => format!("{}: with whom?", title(game, by)),
        Phase::Give { with } => format!("what do you give to {}?", name(with)),
        Phase::Take { with, give } => {
            format!("what do you take from {} for {}?", name(with), title(game, give))
        }
        Phase::Renovate { by } => format!("{}: which card closes?", title(game, by)),
        Phase::Exhibit { by } => format!("{}: which card is activated?", title(game, by)),
        Phase::Build => "what do you build?".to_owned(),
        Phase::Invest => "put a coin on your card?".to_owned(),
        Phase::Deal { .. } | Phase::Roll { .. } | Phase::Throw { .. } | Phase::Over { .. } => String::new(),
    }
}

/// An answer as people say it.
pub fn choice(game: &MachiKoro, action: Action, name: &dyn Fn(Seat) -> String) -> String {
    match action {
        Action::Roll(1) => "one die".to_owned(),
        Action::Roll(_) => "two dice".to_owned(),
        Action::Keep => "keep the dice".to_owned(),
        Action::Reroll => "roll again".to_owned(),
        Action::AddTwo => "add 2".to_owned(),
        Action::Stay => "leave it".to_owned(),
        Action::Target(seat) | Action::Exchange(seat) => name(seat),
        Action::Move(kind, seat) => format!("{} to {}", title(game, kind), name(seat)),
        Action::Give(kind)
        | Action::Take(kind)
        | Action::Renovate(kind)
        | Action::Exhibit(kind)
        | Action::Activate(kind)
        | Action::Build(kind) => title(game, kind).to_owned(),
        Action::Demolish(landmark) | Action::BuildLandmark(landmark) => landmark.title().to_owned(),
        Action::Decline => "do without".to_owned(),
        Action::Pass => "build nothing".to_owned(),
        Action::Invest => "put a coin on it".to_owned(),
        Action::Save => "keep the coin".to_owned(),
    }
}

/// The coins that an action of the roller moves before anything else is asked or drawn, as `you +5, random -5`; empty
/// where none move.
pub fn coins_moved(game: &MachiKoro, state: &State, action: Action, name: &dyn Fn(Seat) -> String) -> String {
    let (mut after, mut events) = (*state, Vec::new());
    if game.play(&mut after, state.roller(), action, &mut events).is_err() {
        return String::new();
    }
    let transfers: Vec<_> = events.iter().filter_map(Event::transfer).collect();
    let gain = |seat: Seat| -> i64 {
        let side = |payee: Option<Seat>| i64::from(payee == Some(seat));
        let each =
            transfers.iter().map(|moved| (side(moved.payee) - side(moved.payer)) * i64::from(moved.coins));
        each.sum()
    };
    let seats = Seats::first(game.seats()).iter();
    let changed = seats.map(|seat| (seat, gain(seat))).filter(|(_, gain)| *gain != 0);
    changed.map(|(seat, gain)| format!("{} {gain:+}", name(seat))).collect::<Vec<_>>().join(", ")
}

/// A card in a line: its colour, when it fires and what it does then.
fn card_words(game: &MachiKoro, kind: Kind) -> String {
    let card = game.cards().card(kind);
    format!("{} {}: {}", card.color.name(), card.rolls, effect(&card.effect, game.cards()))
}

/// What an action means, beside its text: what it costs, what it does.
pub fn meaning(game: &MachiKoro, state: &State, action: Action) -> String {
    let about = |kind: Kind| card_words(game, kind);
    let own = state.city(state.roller());
    let purse = |seat: Seat| format!("has {}", coins(state.city(seat).coins()));
    match action {
        Action::Roll(1) => "a total from 1 to 6".to_owned(),
        Action::Roll(_) => "a total from 2 to 12".to_owned(),
        Action::Reroll => "the second roll counts".to_owned(),
        Action::AddTwo => format!("the total becomes {}", state.total() + 2),
        Action::Keep | Action::Stay => format!("the total stays {}", state.total()),
        Action::Target(seat) | Action::Exchange(seat) => purse(seat),
        Action::Give(kind) | Action::Move(kind, _) => {
            format!("{}; you have {}", about(kind), own.copies(kind))
        }
        Action::Take(kind) | Action::Activate(kind) | Action::Exhibit(kind) | Action::Renovate(kind) => {
            about(kind)
        }
        Action::Demolish(landmark) => landmark.about().to_owned(),
        Action::Decline => "nothing happens".to_owned(),
        Action::Build(kind) => {
            let card = game.cards().card(kind);
            let does = effect(&card.effect, game.cards());
            format!("{:>4} {:<6} {:>5} {does}", card.cost, card.color.name(), card.rolls.to_string())
        }
        Action::BuildLandmark(landmark) => {
            format!("{:>4} landmark: {}", landmark.cost(), landmark.about())
        }
        Action::Pass => "   0 build nothing".to_owned(),
        Action::Invest => format!("{} there now", own.invested()),
        Action::Save => "keep the coin".to_owned(),
    }
}

/// What happened, in words, without names.
pub fn event(game: &MachiKoro, event: Event, name: &dyn Fn(Seat) -> String) -> String {
    let card = |kind: Kind| title(game, kind);
    let does = |seat: Seat, verb: &str| does(&name(seat), verb);
    match event {
        Event::TurnStart { seat, turn } => format!("turn {turn}: {}", name(seat)),
        Event::Roll { seat, dice: [die, 0] } => format!("{} {die}", does(seat, "rolls")),
        Event::Roll { seat, dice: [one, other] } => {
            format!("{} {one} + {other} = {}", does(seat, "rolls"), one + other)
        }
        Event::Reroll { seat } => format!("{} again", does(seat, "rolls")),
        Event::AddTwo { seat, total } => format!("{} 2: {total}", does(seat, "adds")),
        Event::Throw { seat, sum } => format!("{} {sum} for the boats", does(seat, "throws")),
        Event::Activates { seat, kind, copies } => format!("{}: {}{}", name(seat), card(kind), times(copies)),
        Event::Payout { seat, kind, coins } => format!("{}: +{coins} {}", name(seat), card(kind)),
        Event::Fee { seat, kind, coins } => format!("{}: -{coins} {}", name(seat), card(kind)),
        Event::Collect { seat, from, kind, coins } | Event::Steal { seat, from, kind, coins } => {
            format!("{}: -{coins} to {}: {}", name(from), name(seat), card(kind))
        }
        Event::Swap { seat, with, give, take } => {
            format!("{} {} to {} for {}", does(seat, "gives"), card(give), name(with), card(take))
        }
        Event::Decline { seat, kind } => format!("{} {}", does(seat, "declines"), card(kind)),
        Event::Renovate { seat, kind } => format!("{} every {}", does(seat, "closes"), card(kind)),
        Event::Close { seat, kind, copies } => {
            format!("{}: {}{} closes", name(seat), card(kind), times(copies))
        }
        Event::Open { seat, kind, copies } => {
            format!("{}: {}{} opens", name(seat), card(kind), times(copies))
        }
        Event::Demolish { seat, landmark } => format!("{} {}", does(seat, "demolishes"), landmark.title()),
        Event::Move { seat, to, kind } => format!("{} {} to {}", does(seat, "gives"), card(kind), name(to)),
        Event::Exhibit { seat, hall, kind } => {
            format!("{} {} by {}", does(seat, "activates"), card(kind), card(hall))
        }
        Event::CityHall { seat } => format!("{}: +1 City Hall", name(seat)),
        Event::BankStatus { seat, coins: held } => format!("{} {}", does(seat, "has"), coins(held)),
        Event::Build { seat, site: built, cost } => {
            format!("{} {} for {cost}", does(seat, "builds"), site(game, built))
        }
        Event::Pass { seat } => format!("{} nothing", does(seat, "builds")),
        Event::Airport { seat, coins } => format!("{}: +{coins} Airport", name(seat)),
        Event::Invest { seat, lie } => format!("{} 1: {} there now", does(seat, "invests"), coins(lie)),
        Event::Dealt { kind } => format!("into the market: {}", card(kind)),
        Event::Left { kind, copies } => format!("out of the market: {}{}", card(kind), times(copies)),
        Event::BonusTurn { seat } => format!("doubles: another turn for {}", name(seat)),
        Event::Win { seat } => format!("{} all landmarks", does(seat, "has")),
        Event::Over { end } => format!("the game is over: {}", self::end(end)),
    }
}

/// Somebody and what he does; `you` takes the verb's other form.
fn does(who: &str, verb: &str) -> String {
    let plain = match verb {
        "has" => "have",
        "demolishes" => "demolish",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("{who} {}", if who == "you" { plain } else { verb })
}

/// Why a game is over.
pub fn end(end: End) -> &'static str {
    match end {
        End::Finished => "all landmarks are built",
        End::Limit => "it has reached its limit of turns",
        End::Void => "it counts for nothing",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::{Game, Notation};
    use tercet_machi::{Config, official};

    #[test]
    fn every_event_has_its_words() {
        let game = MachiKoro::new(&Config::everything(3)).unwrap();
        let name = |seat: Seat| if seat == Seat::FIRST { "you".to_owned() } else { seat.to_string() };
        let cases = [
            ("seat 1 turn 3", "turn 3: you"),
            ("seat 1 rolls 4", "you roll 4"),
            ("seat 2 rolls 3 4", "seat 2 rolls 3 + 4 = 7"),
            ("seat 1 rerolls", "you roll again"),
            ("seat 1 adds two: 12", "you add 2: 12"),
            ("seat 2 throws 7", "seat 2 throws 7 for the boats"),
            ("seat 1 activates ranch x2", "you: Ranch x2"),
            ("seat 1 gets 3 for ranch", "you: +3 Ranch"),
            ("seat 1 pays 2 for loan_office", "you: -2 Loan Office"),
            ("seat 2 collects 2 from seat 1 for cafe", "you: -2 to seat 2: Cafe"),
            ("seat 1 takes 5 from seat 2 for tv_station", "seat 2: -5 to you: TV Station"),
            ("seat 1 swaps bakery for mine with seat 2", "you give Bakery to seat 2 for Mine"),
            ("seat 2 declines business_center", "seat 2 declines Business Center"),
            ("seat 1 renovates mine", "you close every Mine"),
            ("seat 2 closes mine x2", "seat 2: Mine x2 closes"),
            ("seat 1 opens mine x1", "you: Mine opens"),
            ("seat 1 demolishes train_station", "you demolish Train Station"),
            ("seat 2 moves bakery to seat 1", "seat 2 gives Bakery to you"),
            ("seat 1 exhibits mine by exhibit_hall", "you activate Mine by Exhibit Hall"),
            ("seat 1 gets 1 from city_hall", "you: +1 City Hall"),
            ("seat 1 has 1", "you have 1 coin"),
            ("seat 1 builds mine for 6", "you build Mine for 6"),
            ("seat 2 builds harbor for 2", "seat 2 builds Harbor for 2"),
            ("seat 1 passes", "you build nothing"),
            ("seat 1 gets 10 from airport", "you: +10 Airport"),
            ("seat 1 invests: 2", "you invest 1: 2 coins there now"),
            ("dealt mine", "into the market: Mine"),
            ("left park x2", "out of the market: Park x2"),
            ("seat 1 again", "doubles: another turn for you"),
            ("seat 2 wins", "seat 2 has all landmarks"),
            ("over limit", "the game is over: it has reached its limit of turns"),
        ];
        for (text, words) in cases {
            assert_eq!(event(&game, game.read_event(text).unwrap(), &name), words, "{text}");
        }
    }

    #[test]
    fn every_choice_is_said_without_notation() {
        let game = MachiKoro::new(&Config::everything(3)).unwrap();
        let name = |seat: Seat| seat.to_string();
        let cases = [
            ("roll 1", "one die"),
            ("roll 2", "two dice"),
            ("keep", "keep the dice"),
            ("reroll", "roll again"),
            ("add_two", "add 2"),
            ("stay", "leave it"),
            ("target 2", "seat 2"),
            ("exchange 3", "seat 3"),
            ("give ranch", "Ranch"),
            ("take mine", "Mine"),
            ("demolish harbor", "Harbor"),
            ("move ranch 2", "Ranch to seat 2"),
            ("renovate cafe", "Cafe"),
            ("exhibit cafe", "Cafe"),
            ("activate stadium", "Stadium"),
            ("decline", "do without"),
            ("build ranch", "Ranch"),
            ("build airport", "Airport"),
            ("pass", "build nothing"),
            ("invest", "put a coin on it"),
            ("save", "keep the coin"),
        ];
        for (text, words) in cases {
            assert_eq!(choice(&game, game.read_action(text).unwrap(), &name), words, "{text}");
        }
    }

    #[test]
    fn coins_that_an_action_moves_are_told() {
        let game = MachiKoro::new(&Config::default()).unwrap();
        let mut state = game.start();
        game.resolve(&mut state, game.read_chance("die 1").unwrap(), &mut ()).unwrap();
        let name = |seat: Seat| if seat == Seat::FIRST { "you".to_owned() } else { seat.to_string() };
        let changed = |text: &str| coins_moved(&game, &state, game.read_action(text).unwrap(), &name);
        assert_eq!(changed("build ranch"), "you -1");
        assert_eq!(changed("pass"), "");
        assert_eq!(changed("build mine"), "", "it is too dear");
    }

    #[test]
    fn every_effect_fits_beside_its_card() {
        let game = MachiKoro::new(&Config::everything(2)).unwrap();
        for card in official(&tercet_machi::Expansion::ALL) {
            let words = effect(&card.effect, game.cards());
            assert!((2..=50).contains(&words.len()), "{}: {words}", card.name);
        }
    }
}
