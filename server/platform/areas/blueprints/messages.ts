export const blueprintsMessages = {
  allStores:
    'Blueprints are shared by all stores. Ask an operator whose account is for all stores to change this one.',
} as const
