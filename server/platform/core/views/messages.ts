export const viewMessages = {
  unknownList: '"resource" must be the name of a list.',
  name: 'Name',
  shared: 'Shared',
  address: 'Address',
  list: 'List',
  limit: (max: number) => `You already have ${max} views of this list. Delete one first.`,
  selection: 'Selection',
  emptySelection: 'Select at least one record.',
  longSelection: (max: number) => `Select at most ${max} records.`,
  selectionBody: '"selection" must have either "ids" or "query".',
  nameTaken: 'You already have a view with this name.',
} as const
