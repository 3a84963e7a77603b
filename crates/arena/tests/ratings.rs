//! Ratings beside the numbers that were published for them.

use tercet_arena::{Interval, Rating, Ratings};
use tercet_game::Finish;

fn close(seen: f64, published: f64, digits: i32) {
    let tolerance = 0.5001 * 10_f64.powi(-digits);
    assert!((seen - published).abs() <= tolerance, "{seen}, published {published}");
}

/// The example in Glickman's own description of Glicko-2: 1500 beats 1400, then loses to 1550 and 1700.
#[test]
fn glicko_2_meets_the_published_example() {
    let player = |glicko, deviation| Rating { glicko, deviation, ..Rating::default() };
    let field =
        vec![player(1500.0, 200.0), player(1400.0, 30.0), player(1550.0, 100.0), player(1700.0, 300.0)];
    let mut ratings = Ratings::new(field);
    ratings.count(&[0, 1], &Finish::by_score(&[1, 0]));
    ratings.count(&[2, 0], &Finish::by_score(&[1, 0]));
    ratings.count(&[0, 3], &Finish::by_score(&[0, 1]));
    close(ratings.all()[0].glicko, 1500.0, 9);
    ratings.close_period();
    let player = ratings.all()[0];
    close(player.glicko, 1464.06, 1);
    close(player.deviation, 151.52, 1);
    close(player.volatility, 0.05999, 4);
    let Interval { low, high } = player.glicko_interval();
    assert_eq!((low.round(), high.round()), (1167.0, 1761.0));
}

/// What openskill 6.2.0 (`BradleyTerryFull`; tau 0, as bots don't change; kappa 1e-6) makes of the same tables.
#[test]
fn weng_lin_meets_the_packages_numbers() {
    let table = |start: &[(f64, f64)], scores: &[i64]| {
        let rating = |&(mu, sigma): &(f64, f64)| Rating { mu, sigma, ..Rating::default() };
        let mut ratings = Ratings::new(start.iter().map(rating).collect());
        let everybody: Vec<usize> = (0..start.len()).collect();
        ratings.count(&everybody, &Finish::by_score(scores));
        ratings.all().iter().map(|rating| (rating.mu, rating.sigma)).collect::<Vec<_>>()
    };
    let beginner = (25.0, 25.0 / 3.0);
    let cases = [
        (
            table(&[beginner; 4], &[4, 3, 2, 1]),
            vec![
                (32.905_694_150_420_95, 7.501_219_069_396_400_5),
                (27.635_231_383_473_65, 7.501_219_069_396_400_5),
                (22.364_768_616_526_35, 7.501_219_069_396_400_5),
                (17.094_305_849_579_05, 7.501_219_069_396_400_5),
            ],
        ),
        (
            table(&[beginner; 2], &[1, 0]),
            vec![
                (27.635_231_383_473_65, 8.065_506_316_323_548),
                (22.364_768_616_526_35, 8.065_506_316_323_548),
            ],
        ),
        (
            table(&[beginner; 3], &[9, 5, 5]),
            vec![
                (30.270_462_766_947_3, 7.788_474_807_872_566),
                (22.364_768_616_526_35, 7.788_474_807_872_566),
                (22.364_768_616_526_35, 7.788_474_807_872_566),
            ],
        ),
        (
            table(&[(32.1, 2.5), (25.0, 8.3), (18.4, 4.0), (29.9, 6.1)], &[20, 40, 10, 30]),
            vec![
                (31.423_351_504_747_064, 2.483_733_804_902_753),
                (35.079_110_110_890_73, 6.979_840_801_451_763),
                (17.198_934_126_993_507, 3.913_637_024_272_736),
                (31.277_628_553_718_436, 5.585_239_531_776_807),
            ],
        ),
    ];
    for (seen, published) in cases {
        for ((mu, sigma), (published_mu, published_sigma)) in seen.into_iter().zip(published) {
            close(mu, published_mu, 9);
            close(sigma, published_sigma, 9);
        }
    }
}

#[test]
fn elo_of_a_field_moves_from_the_ratings_before_the_game() {
    let mut ratings = Ratings::new(vec![Rating::default(); 4]);
    assert_eq!(ratings.all()[0].elo_interval(), None);
    ratings.count(&[2, 0, 3, 1], &Finish::by_score(&[10, 40, 20, 30]));
    let elo: Vec<f64> = ratings.all().iter().map(|rating| (rating.elo * 1000.0).round() / 1000.0).collect();
    assert_eq!(elo, [1516.0, 1505.333, 1484.0, 1494.667]);
    // One table of even players tells a quarter: 400 / ln 10 / 0.5 is its standard error.
    let Interval { low, high } = ratings.all()[0].elo_interval().unwrap();
    close(high - low, 2.0 * 1.96 * 347.435_585_522_600_9, 6);
}

#[test]
fn a_table_of_one_is_no_contest() {
    let mut ratings = Ratings::new(vec![Rating::default(); 2]);
    ratings.count(&[1], &Finish::by_score(&[99]));
    ratings.close_period();
    assert_eq!(ratings.all(), [Rating::default(); 2]);
}

#[test]
fn who_does_not_play_keeps_the_rating() {
    let mut ratings = Ratings::new(vec![Rating::default(); 3]);
    ratings.count(&[0, 1], &Finish::by_score(&[1, 0]));
    ratings.close_period();
    assert_eq!(ratings.all()[2], Rating::default());
    assert!(ratings.all()[0].deviation < Rating::default().deviation);
}
