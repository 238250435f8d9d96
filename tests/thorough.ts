/** `THOROUGH=1` runs all random rounds and the slow tests; a normal run has fewer rounds and skips slow tests. */
export const thorough = process.env.THOROUGH === '1'

/** The number of rounds of a randomized test: `normal`, or `all` with `THOROUGH=1`. */
export const rounds = (normal: number, all: number) => (thorough ? all : normal)

/** Seeds every random generator; set `RANDOM_SEED` to repeat a failed run. */
export const randomSeed = Number(process.env.RANDOM_SEED ?? Date.now() % 0x7fff_ffff)
console.info(`RANDOM_SEED=${randomSeed}${thorough ? ' THOROUGH=1' : ''}`)
