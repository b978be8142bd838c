export const ownApiKeyMessages = {
  list: 'Your API keys',
  title: 'API keys',
  what: 'your API keys',
  explain: 'API keys let your programs call the platform with some of your permissions.',
  none: 'No API keys yet',
  create: 'Create API key',
  columns: { name: 'Name', status: 'Status' },
  expires: (when: string) => `Expires ${when}`,
  expired: (when: string) => `Expired ${when}`,
  neverUsed: 'Never used',
  lastUsed: (network: string) => (when: string) => `Last used ${when} from ${network}`,
} as const
