import { formatNumber } from '#shared/format/numbers.ts'
import { ChartFrame } from './ChartFrame.tsx'
import type { ChartProps } from './ChartFrame.tsx'
import { LinePlot } from './LinePlot.tsx'

type LineChartProps = ChartProps & {
  description?: string
  ticks?: readonly string[]
  axis?: (value: number) => string
}

/**
 * Renders values over time as lines, drawn on the server. A toggle shows the same numbers as a
 * table.
 */
export function LineChart({ description, ticks, axis, ...chart }: LineChartProps) {
  const { title, labels, series, format = formatNumber } = chart
  return (
    <ChartFrame {...chart}>
      <LinePlot
        title={title}
        description={description}
        labels={labels}
        ticks={ticks ?? labels}
        series={series}
        format={format}
        axis={axis ?? format}
      />
    </ChartFrame>
  )
}
