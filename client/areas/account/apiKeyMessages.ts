export const ownApiKeyMessages = {
  list: 'Your API keys',
  title: 'API keys',
  what: 'your API keys',
  explain: 'API keys let your programs call the platform with some of your permissions.',
  none: 'No API keys yet',
  create: 'Create API key',
  columns: { name: 'Name', status: 'Status', expires: 'Expires', lastUsed: 'Last used' },
  neverUsed: 'Never',
  lastUsed: (network: string) => (when: string) => `${when} from ${network}`,
} as const
