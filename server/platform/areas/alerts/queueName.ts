/** The queue of those who bring alerts up to date (alertQueue.ts). */
export const alertQueue = 'alerts'
