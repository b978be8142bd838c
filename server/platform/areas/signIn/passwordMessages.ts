export const passwordMessages = {
  common: 'This password is easy to guess. Choose one that fewer people would think of.',
  email: 'Leave your email address out of the password.',
  name: 'Leave your name out of the password.',
  product: 'Leave the name of this product out of the password.',
  organization: (name: string) => `Leave ${name} out of the password.`,
} as const
