export const unitMessages = { points: 'Points' }
