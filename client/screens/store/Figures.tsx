import { daysOf } from '#shared/dashboard/dashboardDays.ts'
import type { Compared } from '#shared/dashboard/dashboardCalls.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { StoreFigures } from '#shared/stores/storeOverviewCalls.ts'
import { storeOverviewMessages } from '#shared/stores/storeOverviewMessages.ts'
import { LineChart } from '#client/ui/LineChart.tsx'
import { Table } from '#client/ui/Table.tsx'
import { amounts } from './amounts.ts'
import * as layout from './Store.css.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

/** The share by which a number grew; a dash where there was nothing before. */
function changeOf({ now, before }: Compared): string {
  if (now === before) return say.noChange
  if (before === 0) return '–'
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : ''}${formatNumber(percent)} %`
}

type Row = { label: string; compared: Compared; format: (value: number) => string }

function rowsOf(figures: StoreFigures): Row[] {
  const { currency, unit } = figures
  const money = amounts(currency)
  const credits = amounts(unit)
  const row = (label: string, compared: Compared, format = formatNumber): Row => ({
    label,
    compared,
    format,
  })
  return [
    row(say.orders, figures.orders),
    row(say.revenue(currency), figures.revenue, money),
    row(say.paymentsFailed, figures.paymentsFailed),
    row(say.paymentsRecovered, figures.paymentsRecovered),
    row(say.creditsIssued(unit), figures.creditsIssued, credits),
    row(say.creditsRedeemed(unit), figures.creditsRedeemed, credits),
    row(say.giftCardsSent, figures.giftCardsSent),
    row(say.giftCardsFailed, figures.giftCardsFailed),
    row(say.mailSent, figures.mailSent),
    row(say.mailFailed, figures.mailFailed),
    row(say.joined, figures.members.joined),
  ]
}

/** The numbers of 30 days beside those of the 30 before, and the orders of each day. */
export function Figures({ figures }: { figures: StoreFigures }) {
  const { range, ordersByDay, members } = figures
  return (
    <div className={styles.figures}>
      <div className={layout.figuresTable}>
        <Table
          caption={say.figuresTable}
          columns={[
            { label: say.figure, render: ({ label }) => label },
            {
              label: say.now,
              align: 'end',
              render: ({ compared, format }) => format(compared.now),
            },
            {
              label: say.before,
              align: 'end',
              render: ({ compared, format }) => format(compared.before),
            },
            { label: say.change, align: 'end', render: ({ compared }) => changeOf(compared) },
          ]}
          rows={rowsOf(figures)}
          keyOf={({ label }) => label}
        />
        <p className={layout.soft}>{say.members(formatNumber(members.all))}</p>
      </div>
      <LineChart
        title={say.ordersByDay}
        labels={daysOf(range).map((day) => day.slice(5).replace('-', '/'))}
        series={[
          { name: say.now, values: ordersByDay.now },
          { name: say.before, values: ordersByDay.before },
        ]}
      />
    </div>
  )
}
