/** How much data is made. Orders and log lines are about so many: chance has its part. */
export type SeedSize = {
  stores: number
  members: number
  orders: number
  logs: number
  days: number
}

/** What a new platform may begin with; `none` leaves it with its defaults alone. */
export const seedSizes = {
  none: null,
  small: { stores: 6, members: 60, orders: 200, logs: 60, days: 14 },
  full: { stores: 240, members: 20_000, orders: 60_000, logs: 6000, days: 90 },
} as const satisfies Record<string, SeedSize | null>

export type SeedSizeName = keyof typeof seedSizes

export const isSeedSizeName = (name: string): name is SeedSizeName => Object.hasOwn(seedSizes, name)
