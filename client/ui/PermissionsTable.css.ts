import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const frame = style({
  minWidth: 0,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  overflow: 'hidden',
})
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  background: theme.color.surface,
})
globalStyle(`${table} :is(th, td)`, {
  padding: `${theme.space.x1} 0`,
  borderBottom: `1px solid ${theme.color.sunken}`,
  textAlign: 'center',
  fontWeight: 400,
})
globalStyle(`${table} tr > :first-child`, {
  paddingInline: theme.space.x3,
  textAlign: 'start',
  '@media': { [media.narrow]: { paddingInline: 0 } },
})
globalStyle(`${table} thead th`, {
  height: '32px',
  '@media': { [media.narrow]: { height: 'auto' } },
  borderBottomColor: theme.color.line,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontWeight: 500,
})
globalStyle(`${table} thead th + th`, {
  width: '60px',
  '@media': { [media.narrow]: { width: 'auto' } },
})
// On narrow screens, the actions are below their area, which would have no room beside them.
globalStyle(`${table}, ${table} :is(thead, tbody)`, {
  '@media': { [media.narrow]: { display: 'block' } },
})
globalStyle(`${table} tr`, {
  '@media': {
    [media.narrow]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
      columnGap: theme.space.x2,
      padding: `${theme.space.x1} ${theme.space.x3}`,
      borderBottom: `1px solid ${theme.color.line}`,
    },
  },
})
globalStyle(`${table} thead tr`, { background: theme.color.canvas })
globalStyle(`${table} tr > *`, {
  '@media': { [media.narrow]: { borderBottom: 0, textAlign: 'start' } },
})
globalStyle(`${table} tr > :empty`, { '@media': { [media.narrow]: { display: 'none' } } })
globalStyle(`${table} tr > :first-child`, {
  '@media': { [media.narrow]: { gridColumn: '1 / -1' } },
})
globalStyle(`${table} tbody :is(tr:last-child, tr:last-child > *)`, { borderBottom: 0 })
globalStyle(`${table} tbody tr:hover`, { background: theme.color.canvas })
export const head = style({
  display: 'inline-flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.space.x1,
  '@media': { [media.narrow]: { flexDirection: 'row', gap: theme.space.x2 } },
})
/** Names a cell's action on narrow screens, where no column heads it. */
export const cellName = style({ '@media': { [media.wide]: { display: 'none' } } })
export const row = style({ display: 'flex', alignItems: 'start', gap: theme.space.x2 })
globalStyle(`${row} > input`, { flex: 'none', marginTop: '3px' })
export const name = style({ fontWeight: 500 })
export const about = style({
  display: 'block',
  color: theme.color.textSoft,
  fontSize: '13px',
  lineHeight: '18px',
})
/** Marks a granted permission in a read-only table. */
export const tick = style({
  display: 'inline-block',
  width: '16px',
  height: '16px',
  background: theme.color.text,
  mask: "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3 8.5 3.5 3.5L13 4.5'/%3E%3C/svg%3E\") center / contain",
  verticalAlign: '-3px',
  '@media': { '(forced-colors: active)': { background: 'CanvasText' } },
})
