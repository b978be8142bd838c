export const storesPanelsMessages = {
  storesOf: (count: number, organisation: string) =>
    `${count} ${count === 1 ? 'store' : 'stores'} of ${organisation}`,
  defaultsExplain:
    'What every store inherits until it overrides it. A change reaches all stores that inherit.',
  checks: {
    title: 'Run the checks',
    explain:
      'Looks at the readiness of each store anew and asks DNS for its own domain. It runs as a job, which you can watch and cancel; it changes nothing but what is known of the stores.',
    run: 'Run the checks',
  },
} as const
