/** Texts of a rotation. */
export const rotationMessages = {
  overlap: 'Old key stops working',
  overlaps: { '0': 'Now', '1': 'In 1 hour', '24': 'In 1 day', '168': 'In 7 days' },
  expires: 'New key expires',
  expiresHint: 'One year from now at the latest.',
} as const
