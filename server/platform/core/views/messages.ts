export const viewMessages = {
  unknownList: '"resource" must be the name of a list.',
  name: 'Name',
  shared: 'Shared',
  address: 'Address',
  list: 'List',
  limit: (max: number) => `You already have ${max} views of this list. Delete one first.`,
  nameTaken: 'You already have a view with this name.',
} as const
