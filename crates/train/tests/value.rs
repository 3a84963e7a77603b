//! Values of a game from outside: lamps in a row, learned through the public trait alone.

use std::time::Duration;

use tercet_game::Rng;
use tercet_train::run::RunError;
use tercet_train::value::{
    Budget, Episode, Episodes, Learned, LearnedError, LiveTables, Net, Session, SessionError, Span,
    Tables as _, TdOptions, Trajectory, TupleSums, Tuples, TuplesBuilder, train,
};

/// A row of lamps of which no two neighbours may be lit. One is lit at the beginning, each move lights one more; longer is better, so
/// gaps of two are a waste. Who knows nothing leaves them.
struct Lamps {
    tuples: Tuples,
}

const LAMPS: usize = 24;
const LESSON: TdOptions = TdOptions { discount: 1.0, lambda: 0.0 };

impl Lamps {
    fn new() -> Lamps {
        let mut builder = TuplesBuilder::default();
        for start in 0..LAMPS {
            let cells: Vec<Option<usize>> =
                (start..start + 4).map(|cell| (cell < LAMPS).then_some(cell)).collect();
            builder.add(&cells, true, Some(0));
        }
        builder.counter(LAMPS as u32);
        Lamps { tuples: builder.build() }
    }

    fn can_light(lit: u64, lamp: usize) -> bool {
        lit & (0b111 << lamp >> 1) == 0
    }
}

impl Episodes for Lamps {
    type Net = Net;
    type Scratch = Vec<u32>;

    fn net(&self) -> Net {
        Net::new(self.tuples.weights(), 0.0)
    }

    fn scratch(&self) -> Vec<u32> {
        Vec::new()
    }

    fn episode(&self, active: &mut Vec<u32>, net: &Net, seed: u64, trajectory: &mut Trajectory) -> Episode {
        let (mut lit, mut moves) = (1_u64 << Rng::new(seed).below(LAMPS as u32), 0);
        let (tables, mut sums) = (LiveTables { net, tuples: &self.tuples }, TupleSums::default());
        loop {
            sums.look(&tables, &[lit]);
            let value = |lamp: usize| {
                let count = (lit | 1 << lamp).count_ones();
                sums.after(&tables, &self.tuples.changes(&[lamp])) + tables.of_counter(0, count)
            };
            // Of equals the last: every third lamp.
            let order = (0..LAMPS).map(|nth| LAMPS - 1 - (3 * nth % LAMPS + 3 * nth / LAMPS));
            let free = order.rev().filter(|&lamp| Lamps::can_light(lit, lamp));
            let Some(lamp) = free.max_by(|&one, &other| value(one).total_cmp(&value(other))) else {
                return Episode { moves, score: moves as f64 };
            };
            lit |= 1 << lamp;
            moves += 1;
            sums.look(&tables, &[lit]);
            active.clear();
            self.tuples.active(sums.indices(), active);
            active.push(self.tuples.counted(0, lit.count_ones()));
            trajectory.push(active, 1.0);
        }
    }
}

fn mean(task: &Lamps, net: &Net) -> f64 {
    let mut scratch = task.scratch();
    let scores = (0..500)
        .map(|seed| task.episode(&mut scratch, net, 1_000_000 + seed, &mut Trajectory::default()).score);
    scores.sum::<f64>() / 500.0
}

#[test]
fn a_game_from_outside_learns_on_one_thread_and_on_two() {
    let task = Lamps::new();
    let before = mean(&task, &task.net());
    for jobs in [1, 2] {
        let net = task.net();
        let played = train(&task, &net, &LESSON, &Span { seed: 1, first: 0, games: 3000, jobs }, &|| false);
        assert_eq!(played.games, 3000);
        let after = mean(&task, &net);
        assert!(after > before + 1.0, "{before} {after}");
    }
}

#[test]
fn a_run_that_was_broken_off_and_resumed_learns_the_same_weights() {
    let (task, room) = (Lamps::new(), tempfile::tempdir().unwrap());
    let hour = Duration::from_hours(1);
    let until = |games| Budget { games, seconds: f64::INFINITY };
    let begin = |name| Session::begin(&task, "lamps", LESSON, (room.path(), Some(name)), (7, 1)).unwrap();
    let mut whole = begin("whole");
    whole.advance(hour, &until(400), &|| false);

    let mut broken = begin("broken");
    broken.advance(hour, &until(150), &|| false);
    broken.measured(3.5, 0.25);
    broken.save(Some(3.5)).unwrap();
    // What comes after the checkpoint is lost, as when the process is killed.
    broken.advance(hour, &until(220), &|| false);
    drop(broken);
    let resume = |about| Session::resume(&task, about, LESSON, (room.path(), Some("broken")), 1);
    assert!(matches!(resume("stones"), Err(SessionError::Other { .. })));
    let mut again = resume("lamps").unwrap();
    assert_eq!((again.progress().games, again.curve().len(), again.seed()), (150, 1, 7));
    again.advance(hour, &until(400), &|| false);
    assert!(again.is_done(&until(400)));
    assert_eq!(again.weights(), whole.weights());
}

#[test]
fn a_file_reads_back_and_a_wrong_one_is_refused() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("lamps.tercet");
    let (weights, unit) = Learned::rounded(&[0.5, -2.0, 0.0, 1.25]);
    let learned = Learned {
        game: "lamps".to_owned(),
        options: "count=12".to_owned(),
        version: "1".to_owned(),
        command: "by hand".to_owned(),
        score: "3.5".to_owned(),
        unit,
        weights,
    };
    learned.write(&path).unwrap();
    let read = Learned::read(&path).unwrap();
    assert_eq!(read, learned);
    assert!((f32::from(read.weights[3]) * read.unit - 1.25).abs() < 1e-3);
    assert!(read.check("lamps.tercet", "lamps", "count=12", "1").is_ok());
    let error = read.check("lamps.tercet", "lamps", "count=8", "1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "lamps.tercet: it was learned for the options `count=12`, this is `count=8`"
    );
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[60] ^= 1;
    let error = Learned::from_bytes("lamps.tercet", &bytes).unwrap_err();
    assert!(matches!(error, LearnedError::File(RunError::Damaged { .. })), "{error}");
}
