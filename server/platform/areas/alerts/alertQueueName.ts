/** The queue that refreshes alerts (alertQueue.ts). */
export const alertQueueName = 'alerts'
