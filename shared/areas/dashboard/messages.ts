export const dashboardUnitMessages = { points: 'Points' }
