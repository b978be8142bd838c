export const platformCallMessages = {
  keyBody: 'Idempotency-Key must be 1 to 255 visible characters.',
  keyUsed: 'Idempotency-Key already used',
  sendNewKey: 'This Idempotency-Key belongs to another request. Send a new key.',
  stillRunning: 'Request still running',
  sendAgain: 'The same request is still running. Send it again in a moment to get its answer.',
} as const
