import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
} as const
const line = `1px solid ${theme.color.line}`

export const page = style(stack)
export const tab = style(stack)

export const hold = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x3,
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.errorSoft,
  color: theme.color.error,
  fontWeight: 500,
})
export const grow = style({ flex: 1, minWidth: '200px' })

export const header = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `${theme.space.x2} ${theme.space.x4}`,
})
export const name = style({
  fontSize: theme.size.large,
  fontWeight: 600,
  overflowWrap: 'anywhere',
})
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x6}`,
})
export const headerFacts = style([facts, { gridColumn: '1 / -1' }])
/** Name and value in one line of text, which wraps where it is too long. */
export const fact = style({ minWidth: 0, overflowWrap: 'anywhere' })
globalStyle(`${fact} > dt, ${fact} > dd`, { display: 'inline' })
globalStyle(`${fact} > dt`, { marginInlineEnd: theme.space.x2 })
export const soft = style({ color: theme.color.textSoft })
export const good = style({ color: theme.color.success, fontWeight: 500 })
export const wrap = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })

/** A part of a tab. Forms are narrow, to be read down; tables take what there is. */
export const card = style({
  minWidth: 0,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'clip',
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  selectors: { '&:not([data-wide])': { maxWidth: '760px' } },
})
export const sectionHead = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: line,
})
export const sectionTitle = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const small = style({ margin: 0, fontSize: theme.size.normal, fontWeight: 500 })
export const inset = style({ ...stack, padding: theme.space.x4 })

/** Hears what happens in it and has no box of its own. */
export const around = style({ display: 'contents' })
/** Has no look of its own. */
export const shut = style({ minWidth: 0, margin: 0, padding: 0, border: 0 })

/** A button that belongs to the field above it. */
export const reset = style({ marginTop: `calc(-1 * ${theme.space.x3})` })

export const rows = style({ display: 'grid' })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  minHeight: '36px',
  padding: `${theme.space.x1} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
})
export const check = style({ display: 'flex', alignItems: 'center', gap: theme.space.x2 })
const icon = style({ flex: 'none' })
export const okIcon = style([icon, { color: theme.color.success }])
export const badIcon = style([icon, { color: theme.color.error }])

/** What it is, its state, what there is to say of it, the way to its setup: in one line where there is room. */
export const integration = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
  '@media': { [media.roomy]: { gridTemplateColumns: '170px 130px minmax(0, 1fr) auto' } },
})
export const integrationMore = style({
  gridColumn: '1 / -1',
  overflowWrap: 'anywhere',
  '@media': { [media.roomy]: { gridColumn: '3' } },
})
/** Text of any length in a cell of a table. */
export const words = style({
  display: 'inline-block',
  minWidth: '100px',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { minWidth: '80px' } },
})

export const issuer = style([
  words,
  { display: 'block', color: theme.color.textSoft, fontSize: theme.size.small },
])

export const overview = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } },
})
export const whole = style({ gridColumn: '1 / -1', minWidth: 0 })
export const figures = style({
  ...stack,
  padding: theme.space.x4,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'fit-content(62%) minmax(0, 1fr)' } },
})
export const figuresTable = style({ ...stack, gap: theme.space.x2 })

export const log = style({ display: 'grid', minWidth: 0 })
globalStyle(`${log} > li + li`, { borderTop: line })
export const entry = style({ minWidth: 0 })
export const entryLine = style({
  display: 'grid',
  gridTemplateColumns: '14px 164px 84px 96px minmax(0, 1fr) minmax(0, 230px)',
  gap: `0 ${theme.space.x3}`,
  alignItems: 'center',
  minHeight: '36px',
  padding: `${theme.space.x1} ${theme.space.x4}`,
  overflowWrap: 'anywhere',
  selectors: { '&:hover': { background: theme.color.canvas } },
  '@media': {
    'not all and (min-width: 1100px)': {
      display: 'flex',
      flexWrap: 'wrap',
      padding: `${theme.space.x2} ${theme.space.x3}`,
    },
  },
})
export const event = style({ fontWeight: 500 })
export const marker = style({
  color: theme.color.textSoft,
  selectors: { [`${entry}[open] > summary > &`]: { transform: 'rotate(90deg)' } },
})
export const actor = style({
  color: theme.color.textSoft,
  '@media': { [media.roomy]: { textAlign: 'end' } },
})
export const entryMore = style({
  ...stack,
  gap: theme.space.x3,
  padding: `${theme.space.x2} ${theme.space.x4} ${theme.space.x4}`,
})
export const filters = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  alignItems: 'end',
  gap: theme.space.x3,
})
export const search = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 320px) auto',
  justifyContent: 'start',
  gap: theme.space.x2,
})

export const contrast = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x3,
})
export const example = style({ width: '160px', height: '48px', flex: 'none' })

export const records = style({ ...stack, gap: theme.space.x3 })
export const record = style({
  padding: theme.space.x3,
  border: line,
  borderRadius: theme.radius.medium,
})
export const recordFacts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${theme.space.x2} ${theme.space.x3}`,
  alignItems: 'baseline',
})
export const copy = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
})
export const copyText = style({
  fontFamily: theme.font.mono,
  fontSize: '13px',
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
export const copyButton = style({
  '@media': { '(scripting: none)': { display: 'none' } },
})
/** Columns of numbers on a narrow screen: words wrap rather than push the numbers out of sight. */
globalStyle(`${figuresTable} :is(th, td)`, {
  '@media': { [media.narrow]: { padding: '2px 6px', fontSize: '13px', whiteSpace: 'normal' } },
})
