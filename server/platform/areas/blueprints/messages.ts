export const blueprintsMessages = {
  allStores:
    'Blueprints are shared by all stores. Ask an operator who manages all stores to change this one.',
  overridesQuery: (settings: readonly string[]) =>
    `"setting" must be one of ${settings.join(', ')}, and "from" a whole number from 0.`,
} as const
