import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { empty } from '#client/ui/Table.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
})
export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x2,
  padding: theme.space.x4,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflowWrap: 'anywhere',
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space.x2,
})
globalStyle(`${form} > div`, { flex: '1 1 200px', minWidth: 0, maxWidth: '420px' })
export const heading = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const soft = style({ color: theme.color.textSoft, fontWeight: 400 })
const mono = {
  color: theme.color.textSoft,
  fontFamily: theme.font.mono,
  fontSize: theme.size.small,
  fontWeight: 400,
} as const
export const key = style({ ...mono, marginInlineStart: theme.space.x1 })
/** Below the description. */
export const code = style({ ...mono, display: 'block', overflowWrap: 'anywhere' })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: `${theme.space.x1} ${theme.space.x3}`,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
globalStyle(`${facts} dt`, { color: theme.color.textSoft })
globalStyle(`${facts} dd`, { margin: 0 })
export const answer = style({
  display: 'grid',
  gap: theme.space.x2,
  padding: theme.space.x3,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.canvas,
})

/**
 * All areas in one table whose rows open them; on narrow screens, the other columns are below the
 * name.
 */
export const catalogue = style({ minWidth: 0 })
globalStyle(`${catalogue} > div`, { maxHeight: 'none' })
globalStyle(`${catalogue} tbody tr`, { position: 'relative' })
globalStyle(`${catalogue} tbody :is(th, td)`, { maxWidth: 'none', whiteSpace: 'normal' })
globalStyle(`${catalogue} tbody td`, { color: theme.color.textSoft })
globalStyle(`${catalogue} tbody th a`, { color: 'inherit', textDecoration: 'none' })
globalStyle(`${catalogue} tbody th a::after`, { content: '', position: 'absolute', inset: 0 })
globalStyle(`${catalogue} table`, {
  '@media': { [media.roomy]: { tableLayout: 'fixed' } },
})
globalStyle(`${catalogue} thead th:first-child`, { width: '27%' })
globalStyle(`${catalogue} thead th:nth-child(3)`, { width: '36%' })
globalStyle(`${catalogue} thead th[data-numeric]`, { width: '72px' })
globalStyle(`${catalogue} thead`, { '@media': { [media.narrow]: { display: 'none' } } })
globalStyle(`${catalogue} tbody tr`, {
  '@media': {
    [media.narrow]: {
      display: 'grid',
      padding: `${theme.space.x2} ${theme.space.x3}`,
      borderBottom: `1px solid ${theme.color.sunken}`,
    },
  },
})
globalStyle(`${catalogue} tbody :is(th, td)`, {
  '@media': { [media.narrow]: { height: 'auto', padding: 0, borderBottom: 0 } },
})
globalStyle(`${catalogue} tbody td:is([data-numeric], :has(> ${empty}))`, {
  '@media': { [media.narrow]: { display: 'none' } },
})

/** Pages or calls: each with its description above its URL, and the permission it requires. */
export const guarded = style({ minWidth: 0 })
globalStyle(`${guarded} > div`, { maxHeight: 'none' })
globalStyle(`${guarded} tbody th`, {
  maxWidth: 'none',
  paddingBlock: theme.space.x1,
  fontWeight: 400,
  whiteSpace: 'normal',
})
globalStyle(`${guarded} :is(th, td):last-child`, { width: '72px' })
