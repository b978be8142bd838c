import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/** One alert per line: severity, title, and time. In a narrow window, the title gets its own line. */
export const alerts = style({ display: 'grid', listStyle: 'none' })
export const alert = style({
  display: 'grid',
  gridTemplateColumns: '80px minmax(0, 1fr) max-content',
  gap: `${theme.space.x1} ${theme.space.x3}`,
  alignItems: 'baseline',
  padding: `${theme.space.x2} 0`,
  borderTop: `1px solid ${theme.color.line}`,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) max-content' } },
})
export const title = style({
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { gridRow: 2, gridColumn: '1 / -1' } },
})
export const time = style({
  color: theme.color.textSoft,
  fontSize: '13px',
  fontVariantNumeric: 'tabular-nums',
})
