import { alertSeverityLabels } from './messages.ts'

/** Severities of alerts, most severe last. */
export const alertSeverities = alertSeverityLabels
export type AlertSeverity = keyof typeof alertSeverities

/** The lowest ranks of alerts about failures, and about requests and expirations. */
const lowestRanks = { critical: 700, warning: 400 }

/** Returns the severity of an alert by its rank. */
export function getSeverity(rank: number): AlertSeverity {
  if (rank >= lowestRanks.critical) return 'critical'
  return rank >= lowestRanks.warning ? 'warning' : 'info'
}

const order = Object.keys(alertSeverities)

/** Whether a severity is at least as severe as another one. */
export const isAtLeast = (severity: string, other: string): boolean =>
  order.indexOf(severity) >= order.indexOf(other)
