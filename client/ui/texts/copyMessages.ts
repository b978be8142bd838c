export const copyMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${what}`,
} as const
