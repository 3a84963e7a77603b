//! Features and the learner's tree against what was recorded of the reference's.

mod recorded;

use recorded::{list, records};
use serde_json::{Value, json};
use tercet_train::learn::SumTree;
use tercet_triangle::{Config, Layout, Shape, Triangle};
use tercet_triangle_play::train::{Colored, Env, Features, Weights};

fn size(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn triangles(slot: &Value) -> Option<Vec<(i32, i32, bool)>> {
    let one = |each: &Value| {
        let at = |nth: usize| each[nth].as_i64().unwrap() as i32;
        (at(0), at(1), each[2].as_bool().unwrap())
    };
    Some(list(slot.get(0)?).iter().map(one).collect())
}

fn floats(value: &Value) -> Vec<f32> {
    list(value).iter().map(|each| each.as_f64().unwrap() as f32).collect()
}

#[test]
fn the_recorded_features() {
    let records = records("public_features.jsonl.gz");
    assert_eq!(records.len(), 60);
    for record in records {
        let config = &record["config"];
        let (rows, cols) = (size(&config["rows"]), size(&config["cols"]));
        let in_range = |cell: usize| {
            let range = &config["ranges"][cell / cols];
            (size(&range[0])..size(&range[1])).contains(&(cell % cols))
        };
        let shapes: Vec<_> = list(&record["shapes"]).iter().map(triangles).collect();
        let slots: Vec<_> = shapes.iter().map(Option::as_deref).collect();
        let features = Features {
            rows,
            cols,
            playable: &(0..rows * cols).map(in_range).collect::<Vec<_>>(),
            filled: &record["occ"].as_str().unwrap().chars().map(|c| c == '1').collect::<Vec<_>>(),
            slots: &slots,
            score: record["score"].as_f64().unwrap(),
            steps: size(&record["step"]) as u32,
        };
        let (mut grid, mut other) = (vec![9.0; rows * cols], vec![9.0; Features::len(slots.len())]);
        features.write(&mut grid, &mut other);
        assert_eq!(grid, floats(&record["grid"]), "{}", record["id"]);
        assert_eq!(other, floats(&record["other"]), "{}", record["id"]);
    }
}

#[test]
fn features_of_an_environment_are_those_of_its_parts() {
    let shape = Shape::new(vec![Triangle { row: 0, col: 0, is_up: true }]).unwrap();
    let hand = vec![Colored::new(shape, 0); 3];
    let mut env = Env::given(&Config::default(), Weights::default(), &hand).unwrap();
    // Row 3, column 0 points up.
    env.step(45).unwrap();
    let (mut grid, mut other) = (vec![0.0; 120], vec![0.0; Features::len(3)]);
    env.write_features(&mut grid, &mut other);
    assert_eq!(grid.iter().filter(|&&cell| cell > 0.0).count(), 1);
    assert_eq!((grid[45], grid[0]), (1.0, -1.0));
    let expected = [0.0, 1.0, 1.0, 0.00015, 4.0 / 15.0 / 8.0, 0.5, 0.0, 4.0 / 14.0 / 8.0, 0.001];
    assert_eq!(other[21..], expected.map(|each: f64| each as f32));
}

#[test]
fn features_of_a_grid_without_cells_and_with_one_column() {
    let config =
        Config { grid: Layout::Custom { cols: 1, ranges: vec![(0, 1)] }, slots: 1, ..Config::default() };
    let env = Env::seeded(&config, Weights::default(), 1).unwrap();
    let (mut grid, mut other) = ([9.0; 1], [9.0; 14]);
    env.write_features(&mut grid, &mut other);
    assert_eq!(other[8..], [0.0; 6]);
    let none = Features {
        rows: 1,
        cols: 2,
        playable: &[false; 2],
        filled: &[false; 2],
        slots: &[None],
        score: 1e9,
        steps: 5000,
    };
    let (mut grid, mut other) = ([9.0; 2], [9.0; 14]);
    none.write(&mut grid, &mut other);
    assert_eq!((grid, &other[8..]), ([-1.0; 2], &[5.0, 0.0, 0.0, 0.0, 0.0, 1.0][..]));
}

#[test]
fn the_recorded_trees() {
    let records = records("public_sumtree.jsonl.gz");
    assert_eq!(records.len(), 8);
    for record in records {
        let mut tree = SumTree::new(size(&record["capacity"])).unwrap();
        for operation in list(&record["ops"]) {
            let number = |name: &str| operation[name].as_f64().unwrap();
            match operation["op"].as_str().unwrap() {
                "add" => drop(tree.add(number("p"), operation["data"].clone()).unwrap()),
                "update" => tree.update(operation["idx"].as_i64().unwrap(), number("p")).unwrap(),
                _ => {
                    let leaf = tree.leaf(number("v"));
                    let found = json!([leaf.index, leaf.priority, leaf.data.unwrap()]);
                    assert_eq!(found, json!([operation["idx"], operation["p"], operation["data"]]));
                }
            }
            assert!((tree.total() - number("total")).abs() < 1e-9, "{}", record["id"]);
            assert_eq!(tree.max().to_bits(), number("max").to_bits(), "{}", record["id"]);
            assert_eq!(operation["n"], tree.len(), "{}", record["id"]);
        }
    }
}
