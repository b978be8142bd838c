/** The queue of those who bring alerts up to date (alertQueueName.ts). */
export const alertQueueName = 'alerts'
