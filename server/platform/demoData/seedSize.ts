/**
 * The amount of generated data. The numbers of orders and log entries are approximate, because they
 * are random.
 */
export type SeedSize = {
  stores: number
  members: number
  orders: number
  logs: number
  days: number
}

/** The data of a new platform; `none` adds only its defaults. */
export const seedSizes = {
  none: null,
  small: { stores: 6, members: 60, orders: 200, logs: 60, days: 14 },
  full: { stores: 240, members: 20_000, orders: 60_000, logs: 6000, days: 90 },
} as const satisfies Record<string, SeedSize | null>

export type SeedSizeName = keyof typeof seedSizes

export const isSeedSizeName = (name: string): name is SeedSizeName => Object.hasOwn(seedSizes, name)
