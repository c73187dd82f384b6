//! The allowed values for a recipe's method.

use super::optimisers::{Method, Pairing};
use crate::operators::Mutation;
use crate::personality::Problem;

fn check(holds: bool, place: &'static str, found: impl ToString, expected: &str) -> Result<(), Problem> {
    if holds { Ok(()) } else { Err(Problem::at(place, found.to_string(), expected)) }
}

fn population(count: usize, least: usize) -> Result<(), Problem> {
    let expected = format!("{least} to 10000");
    check((least..=10_000).contains(&count), "method.population", count, &expected)
}

fn crossover(alpha: f64) -> Result<(), Problem> {
    check((0.0..=10.0).contains(&alpha), "method.alpha", alpha, "a number from 0 to 10")
}

fn mutated(mutation: &Mutation) -> Result<(), Problem> {
    let (probability, sigma) = match *mutation {
        Mutation::Uniform { probability } => (probability, 0.0),
        Mutation::Gaussian { probability, sigma } | Mutation::OneOfThree { probability, sigma } => (probability, sigma),
    };
    check((0.0..=1.0).contains(&probability), "method.mutation.probability", probability, "a number from 0 to 1")?;
    check((0.0..=1e6).contains(&sigma), "method.mutation.sigma", sigma, "a number from 0 to 1000000")
}

/// Checks the method's values.
pub(super) fn check_method(method: &Method) -> Result<(), Problem> {
    let positive =
        |place, value: f64| check(value > 0.0 && value <= 1e6, place, value, "a number above 0, 1000000 at most");
    match *method {
        Method::Generational { population: count, parents, elites, pairing, alpha, ref mutation } => {
            population(count, 2)?;
            let expected = format!("2 to {count}, the population");
            check((2..=count).contains(&parents), "method.parents", parents, &expected)?;
            check(
                elites <= parents && elites < count,
                "method.elites",
                elites,
                "no more than the parents, less than the population",
            )?;
            let pairs = parents * (parents - 1) / 2;
            check(
                pairing == Pairing::Random || (count - elites).is_multiple_of(pairs),
                "method.pairing",
                format!("\"all-pairs\" with {} children for {pairs} pairs", count - elites),
                "as many children for each pair",
            )?;
            crossover(alpha)?;
            mutated(mutation)
        }
        Method::CmaEs { population: count, sigma } => {
            population(count, 4)?;
            positive("method.sigma", sigma)
        }
        Method::Spsa { pairs, step, probe, stability } => {
            check((1..=10_000).contains(&pairs), "method.pairs", pairs, "1 to 10000")?;
            positive("method.step", step)?;
            // A smaller one makes slopes so steep that the point becomes infinite.
            check((1e-6..=1e6).contains(&probe), "method.probe", probe, "a number from 0.000001 to 1000000")?;
            check((0.0..=1e9).contains(&stability), "method.stability", stability, "a number from 0 to 1000000000")
        }
    }
}
