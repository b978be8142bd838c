export const groupMessages = {
  tooMuch: 'A programme gives no more at once than one operator may issue alone',
  stays: 'A group stays in its store: duplicate it to others',
  noUnit: 'Unit says what the amounts are counted in',
  noPeriod: (of: string) => `${of} needs its period`,
  byRule: 'Who is in a group by rule is decided by its rules: change these.',
  elsewhere: 'The other group must be one of the same store.',
  notHere: 'One of these is no member of the store of this group.',
  itself: 'The members cannot go to the group that is deleted.',
  taken: (store: string) => `${store} has a group of this name already.`,
  otherUnit: (store: string, unit: string) => `${store} counts in ${unit}.`,
  noStore: 'One of these stores does not exist.',
} as const
