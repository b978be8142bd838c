export const chartMessages = {
  noData: 'No data in this period',
  showTable: 'Show as a table',
  label: 'Label',
}

/**
 * Texts that compare a figure with the previous period. An arrow precedes each change; screen
 * readers hear the direction instead.
 */
export const changeMessages = {
  up: 'Up',
  down: 'Down',
  same: 'No change',
  fromZero: 'Up from 0',
  changed: (percent: string, before: string) => `${percent} from ${before}`,
  better: (percent: string, before: string) => `${percent} from ${before} (better)`,
  worse: (percent: string, before: string) => `${percent} from ${before} (worse)`,
  percent: (share: string) => `${share}%`,
  lessThanPercent: (share: string) => `<${share}%`,
}
