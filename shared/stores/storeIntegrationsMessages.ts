/** What the integrations of a store say. */
export const storeIntegrationsMessages = {
  what: 'tests of integrations',
  tested: (when: string) => `Last test: ${when}`,
  untested: 'Not tested yet.',
  open: 'Open setup',
  /** By state, where there is more to do than to look. */
  actions: {
    not_configured: 'Set up',
    draft: 'Finish setup',
    verified: 'Activate',
    degraded: 'Fix',
  } as Record<string, string>,
  actionOf: (action: string, integration: string) => `${action}: ${integration}`,
  memberSignOn: 'Member mobile sign-on',
  memberSignOnText: 'How members sign in to the mobile app of this store.',
} as const
