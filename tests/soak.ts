/** How many times as much as in an everyday run: `SOAK=20` for an hour of peace, 1 otherwise. */
export const soak = Math.max(1, Number(process.env.SOAK ?? 1))

/** What this run draws its chances from; `RANDOM_SEED` repeats an earlier one. */
export const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 0x7fff_ffff)
