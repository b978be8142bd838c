export const passwordMessages = {
  common: 'This password is too easy to guess. Choose a less common one.',
  email: 'Leave your email address out of the password.',
  name: 'Leave your name out of the password.',
  product: (name: string) =>
    `This password is too similar to the product's name, ${name}. Choose a different one.`,
  organization: (name: string) => `Leave ${name} out of the password.`,
} as const
