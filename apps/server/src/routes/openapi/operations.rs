//! Every operation: what it is asked with, what it answers, and what it may refuse with.

use super::shape::Shape::{self, Bytes, Like, Nothing, Typed};
use super::shape::{Fields, answer, body, fields, no_fields, picture_fields};
use crate::games::machi::cards;
use crate::routes::address::PageQuery;
use crate::routes::{archive, page, purchases, studies, tables, tournaments};
use crate::wire::{
    HintView, Lobby, MadeTable, Moved, NewTable, RematchView, ResultView, SeatToken, TableView,
};

/// Something that can be asked for.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) about: &'static str,
    pub(super) token: Token,
    pub(super) query: Fields,
    pub(super) body: Option<Shape>,
    /// The status of success, and its body.
    pub(super) done: u16,
    pub(super) answer: Shape,
    /// The statuses of its own that it refuses with; those that any request may meet are not among them.
    pub(super) refused: &'static [u16],
}

/// Whether a seat's token is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// None is looked at.
    None,
    /// Who has one sees more.
    May,
    /// Nothing is done without.
    Must,
}

const fn get(path: &'static str, about: &'static str, answer: Shape) -> Operation {
    let refused = &[];
    let token = Token::None;
    Operation { method: "get", path, about, token, query: no_fields, body: None, done: 200, answer, refused }
}

const fn post(path: &'static str, about: &'static str, answer: Shape) -> Operation {
    Operation { method: "post", ..get(path, about, answer) }
}

impl Operation {
    const fn with(self, query: Fields) -> Operation {
        Operation { query, ..self }
    }

    const fn of(self, body: Shape) -> Operation {
        Operation { body: Some(body), ..self }
    }

    const fn by(self, token: Token) -> Operation {
        Operation { token, ..self }
    }

    const fn done(self, done: u16) -> Operation {
        Operation { done, ..self }
    }

    const fn refuses(self, refused: &'static [u16]) -> Operation {
        Operation { refused, ..self }
    }
}

const GAME: &str = r#"{"id":1,"game":"set","options":{},"deal":"stream 42","end":"no Set is left","plays":23,
    "finished":"2026-11-16T10:00:00Z","tournament":null,
    "seats":[{"name":"Ana","bot":null,"points":9,"place":1,"assisted":false}]}"#;
const RUNS: &str = r#"{"runs":[{"name":"first","game":"triangle","about":"triangle with grid=hexagon 4","measure":"mean score",
    "seed":"1","games":1000,"moves":90000,"cpu_seconds":10.5,"is_over":true,
    "curve":[{"games":1000,"cpu_seconds":10.5,"score":140.5,"error":12.5}],"best":{"score":500.5,"game":1}}]}"#;
const GAMES: &str = r#"{"games":[{"id":1,"game":"set","options":{},"deal":"stream 42","end":"no Set is left","plays":23,
    "finished":"2026-11-16T10:00:00Z","tournament":null,
    "seats":[{"name":"Ana","bot":null,"points":9,"place":1,"assisted":false}]}]}"#;
const LOG: &str = r#"{"log":[{"at":1,"input":"chance 2gto","seat":null,"events":[
    {"text":"dealt 2gto at 5","words":"dealt at 5: two green striped ovals","data":{"type":"dealt"}}],"why":null}],"next":null}"#;
const TABLE_LOG: &str = r#"{"log":[{"number":1,"input":"seat 1 deal","seat":0,"why":null,"events":[
    {"text":"dealt 2gto at 5","words":"dealt at 5: two green striped ovals","data":{"type":"dealt"}}]}],"next":null}"#;
const REPLAY: &str = r#"{"game":{"id":1,"game":"set","options":{},"end":"no Set is left","plays":23,
    "finished":"2026-11-16T10:00:00Z","tournament":null,
    "seats":[{"name":"Ana","bot":null,"points":9,"place":1,"assisted":false}]},
    "at":20,"inputs":46,"line":null,"turn":[0],"scores":[9],"position":"1 2 3","question":"claim","over":null}"#;
const REVIEW: &str = r#"{"progress":0.4,"review":null}"#;
const INSIGHT: &str = r#"{"state":0,"model":"seed","among":"impatient","games":200,"seat":0,"before_roll":true,
    "players":[{"round_pmf":{},"round_mean":1.5,"turn_mean":1.5,"turns":null,"win":null}],
    "options":[{"name":"nothing","cost":0,"coins":1.5,"turns":null,"win":null,"gain":null}]}"#;
const TOURNAMENT: &str = r#"{"tournament":1,"game":"set","format":"swiss","seed":"1","entrants":["first","random"],
    "played":4,"games":4,"started":"2026-11-16T10:00:00Z","finished":null,"running":false,"waiting":null,"groups":1,
    "repeats":0,"standings":[{"player":"first","filler":false,"games":4,"won":3,"shared":0,"strength":null}]}"#;
const TOURNAMENTS: &str = r#"{"tournaments":[{"tournament":1,"game":"set","format":"swiss","seed":"1",
    "entrants":["first","random"],"played":4,"games":4,"started":"2026-11-16T10:00:00Z","finished":null}]}"#;
const STATS: &str = r#"{"stats":[{"game":"set","games":4,"has_purchases":false,
    "statistics":{"tables":4,"bots":[],"seats":[],"head_to_head":[],"plays":{}}}]}"#;
const RATINGS: &str = r#"{"strengths":[{"game":"set","player":"first","tables":4,"strength":{}}],
    "ratings":[{"game":"set","tournament":1,"day":1,"round":1,"player":"first","rating":{}}]}"#;
const CATALOG: &str = r#"{"games":[{"id":"set","title":"SET","about":"cards","options":[{"name":"capacity","values":"3-21",
    "about":"cards on the board","default":"12"}],"seats":[1,8],"bots":[{"name":"random","about":"plays anything"}]}],
    "themes":["light"],"layers":["labels"]}"#;
const SEATS: &str = r#"{"seats":[{"seat":0,"kind":"person","name":"Ana","bot":null,"here":true,"replaced":false,"assisted":false}]}"#;
const TIMES: &str = r#"{"times":[{"number":1,"seat":0,"ms":5200,"events":["dealt 2gto at 5"],"data":[{"type":"dealt"}]}],"next":null}"#;
const BEST: &str = r#"{"best":[{"game":1,"name":"Ana","points":120}]}"#;
const PICTURES: &[&str] = &["image/svg+xml", "image/png"];
const EXPORTS: &[&str] = &["application/jsonl", "text/csv", "application/vnd.apache.parquet"];
const TEXT: &[&str] = &["text/plain"];

/// All of them. A test holds them against the routes.
pub(super) const OPERATIONS: &[Operation] = &[
    get("/api/catalog", "Games with their options and bots, themes, layers", Like(CATALOG)),
    get("/api/openapi.json", "This description", Like("{}")),
    post("/api/enter", "Gives the server's token, or the owner's, for a cookie", Nothing)
        .of(Typed(body::<page::Enter>))
        .done(204),
    get("/api/owner", "Says whether you are the owner", Nothing).done(204),
    post("/api/cards", "Checks custom cards of Machi Koro", Typed(answer::<cards::CardsView>))
        .of(Typed(body::<cards::CardText>))
        .refuses(&[422]),
    get("/api/lobby", "Tables that wait for whoever wants to play", Typed(answer::<Lobby>)),
    post("/api/tables", "Makes a table", Typed(answer::<MadeTable>))
        .of(Typed(body::<NewTable>))
        .done(201)
        .refuses(&[404, 409, 422]),
    get("/api/tables/{table}", "A table as you see it", Typed(answer::<TableView>))
        .with(fields::<tables::LookQuery>)
        .by(Token::May),
    Operation { method: "delete", ..get("/api/tables/{table}", "Deletes a table and its games; only the owner may", Nothing) }
        .done(204),
    get(
        "/api/tables/{table}/legal",
        "What your seat may do",
        Like(r#"{"state":0,"seat":0,"legal":[{"action":"deal","words":"three more cards","data":{"type":"deal"}}]}"#),
    )
    .with(fields::<tables::SeatQuery>)
    .by(Token::Must)
    .refuses(&[409]),
    get("/api/tables/{table}/record", "The record, once its deal is no secret", Bytes(TEXT)).refuses(&[409]),
    get("/api/tables/{table}/result", "How your seat did, with a score from 0 to 1", Typed(answer::<ResultView>))
        .with(fields::<tables::SeatQuery>)
        .by(Token::Must)
        .refuses(&[409, 422]),
    get(
        "/api/tables/{table}/insight",
        "What the position is worth to each player (Machi Koro); where the game counts, it is help",
        Like(INSIGHT),
    )
    .with(fields::<studies::InsightQuery>)
    .by(Token::May)
    .refuses(&[409, 422]),
    get("/api/tables/{table}/best", "The best that people have done alone with its options", Like(BEST)),
    get("/api/tables/{table}/log", "What happened there, page by page", Like(TABLE_LOG))
        .with(fields::<PageQuery>)
        .by(Token::May),
    get("/api/tables/{table}/times", "How long each thing that was done there took, page by page", Like(TIMES))
        .with(fields::<PageQuery>),
    post("/api/tables/{table}/join", "Sits down at an open seat", Typed(answer::<SeatToken>))
        .of(Typed(body::<tables::Join>))
        .refuses(&[409, 422]),
    post("/api/tables/{table}/act", "Does something", Typed(answer::<Moved>))
        .of(Typed(body::<tables::Act>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    post("/api/tables/{table}/undo", "Takes the last play back", Typed(answer::<Moved>))
        .of(Typed(body::<tables::Undo>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    post("/api/tables/{table}/edit", "Changes the position, at a table for study", Typed(answer::<Moved>))
        .of(Typed(body::<tables::Edit>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    post("/api/tables/{table}/hint", "Asks a bot what it would do", Typed(answer::<HintView>))
        .of(Typed(body::<tables::Hint>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    post("/api/tables/{table}/seat", "Gives a seat to a bot, or takes it back", Like(SEATS))
        .of(Typed(body::<tables::Reseat>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    post("/api/tables/{table}/rematch", "Another table with the same settings", Typed(answer::<RematchView>))
        .by(Token::Must)
        .refuses(&[409, 422]),
    get("/t/{table}/{picture}", "The picture of a state number: 17.svg, 17.png", Bytes(PICTURES))
        .with(picture_fields)
        .refuses(&[409, 422]),
    get("/r/{game}/{picture}", "The picture of an archived game after so many inputs", Bytes(PICTURES))
        .with(picture_fields)
        .refuses(&[422]),
    get("/api/games", "Games that are over, the newest first", Like(GAMES))
        .with(fields::<archive::ListQuery>)
        .refuses(&[404]),
    get("/api/games/{game}", "One of them", Like(GAME)),
    get("/api/games/{game}/record", "Its record", Bytes(TEXT)),
    get("/api/replay/{game}", "A moment of it", Like(REPLAY)).with(fields::<archive::AtQuery>).refuses(&[422]),
    get("/api/replay/{game}/log", "All that happened in it, page by page", Like(LOG))
        .with(fields::<PageQuery>)
        .refuses(&[422]),
    get("/api/replay/{game}/review", "It looked at again, or how far that is", Like(REVIEW)).refuses(&[422, 429, 500]),
    post("/api/replay/{game}/continue", "A table that goes on from there", Typed(answer::<MadeTable>))
        .of(Typed(body::<archive::Continue>))
        .done(201)
        .refuses(&[409, 422]),
    post(
        "/api/import",
        "A table for study from a record, as JSON or as plain text",
        Typed(answer::<MadeTable>),
    )
    .of(Typed(body::<archive::Import>))
    .done(201)
    .refuses(&[404, 409, 422]),
    get("/api/best", "The best that people have done alone with a game's usual options", Like(BEST))
        .with(fields::<studies::BestQuery>)
        .refuses(&[404, 422]),
    get("/api/stats", "What games tell of those who played them", Like(STATS))
        .with(fields::<studies::GameQuery>)
        .refuses(&[404]),
    get(
        "/api/purchases",
        "What buying things was worth, from the newest games",
        Like(r#"{"game":"machi","games":0,"usual_win_rate":null,"items":[],"left_out":0}"#),
    )
    .with(fields::<purchases::PurchasesQuery>)
    .refuses(&[404]),
    get(
        "/api/ratings",
        "How strong players are by all games at once, and the newest 5,000 ratings after rounds",
        Like(RATINGS),
    )
    .with(fields::<studies::GameQuery>)
    .refuses(&[404]),
    get(
        "/api/daily",
        "The puzzle of a day and its results",
        Like(
            r#"{"game":"set","day":"2026-11-16","deal":"stream 1","results":[{"game":1,"name":"Ana","points":9,"seconds":60}]}"#,
        ),
    )
    .with(fields::<studies::DailyQuery>)
    .refuses(&[404, 422]),
    get("/api/runs", "What is being learned by playing, or was", Like(RUNS)),
    get("/api/export/{file}", "A table of the archive as a file; only for the owner", Bytes(EXPORTS))
        .with(fields::<studies::ExportQuery>),
    get("/api/tournaments", "All tournaments", Like(TOURNAMENTS)),
    post("/api/tournaments", "Starts one; only the owner may", Like(r#"{"tournament":1}"#))
        .of(Typed(body::<tournaments::Start>))
        .done(201)
        .refuses(&[404, 422]),
    get("/api/tournaments/{tournament}", "How one stands", Like(TOURNAMENT)).refuses(&[422]),
    post(
        "/api/tournaments/{tournament}/stop",
        "Stops one; only the owner may",
        Like(r#"{"tournament":1,"stopped":true}"#),
    ),
    post(
        "/api/tournaments/{tournament}/resume",
        "Goes on with one that was stopped; only the owner may",
        Like(r#"{"tournament":1}"#),
    )
    .refuses(&[409, 422]),
];
