import { style, styleVariants } from '@vanilla-extract/css'
import { fields } from '#client/form/Panel.css.ts'
import { media, theme } from '#client/styles/theme.css.ts'

const line = `1px solid ${theme.color.line}`

export const wizard = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  alignItems: 'start',
  '@media': {
    [media.roomy]: { gridTemplateColumns: '220px minmax(0, 720px)', gap: theme.space.x6 },
  },
})
export const sidebar = style({
  position: 'sticky',
  top: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  '@media': { [`not all and ${media.roomy}`]: { display: 'none' } },
})
export const compact = style({
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  '@media': { [media.roomy]: { display: 'none' } },
})
export const summary = style({
  padding: `${theme.space.x2} ${theme.space.x3}`,
  minHeight: theme.height.normal,
  fontWeight: 500,
})
export const steps = style({
  display: 'grid',
  gap: theme.space.x1,
  '@media': { [`not all and ${media.roomy}`]: { padding: theme.space.x1, borderTop: line } },
})
const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  width: '100%',
  minHeight: '36px',
  padding: `0 ${theme.space.x2}`,
  border: 0,
  borderRadius: theme.radius.medium,
  background: 'none',
  textAlign: 'start',
})
export const openStep = style([
  entry,
  { cursor: 'pointer', selectors: { '&:hover': { background: theme.color.sunken } } },
])
export const current = style([entry, { background: theme.color.accentSoft, fontWeight: 600 }])
export const closedStep = style([entry, { color: theme.color.textSoft }])
export const invalidLabel = style({ color: theme.color.error, fontSize: '13px', fontWeight: 400 })

const markBase = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '22px',
  height: '22px',
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.round,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const mark = styleVariants({
  ahead: [markBase, { background: theme.color.surface }],
  current: [
    markBase,
    {
      borderColor: theme.color.accent,
      background: theme.color.accent,
      color: theme.color.onAccent,
    },
  ],
  done: [markBase, { borderColor: theme.color.success, color: theme.color.success }],
  bad: [markBase, { borderColor: theme.color.error, color: theme.color.error }],
})

export const step = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  gap: theme.space.x4,
  padding: theme.space.x4,
})
export const restored = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x2,
  padding: `${theme.space.x2} ${theme.space.x3}`,
  borderRadius: theme.radius.medium,
  background: theme.color.accentSoft,
})
export const head = style({ display: 'grid', gap: theme.space.x1 })
export const title = style({
  fontSize: theme.size.large,
  fontWeight: 600,
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x12} + ${theme.space.x6})`,
  // A new step focuses the title for screen readers, but it isn't interactive.
  outline: 'none',
})
export const soft = style({ color: theme.color.textSoft })
/**
 * The sections to copy show once a template is entered. CSS decides this, so it works without
 * JavaScript.
 */
export const sections = style({
  minWidth: 0,
  selectors: {
    [`${fields}:has(input[name="templateId.text"]:placeholder-shown) &`]: { display: 'none' },
  },
})
/** Reserves its line, so that nothing jumps when a message appears. */
export const availability = style({
  minHeight: '18px',
  marginBottom: `calc(-1 * ${theme.space.x1})`,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
export const bar = style({
  display: 'flex',
  gap: theme.space.x2,
  paddingTop: theme.space.x4,
  borderTop: line,
})
/** At the end of the bar, even without a back button. */
export const forward = style({ marginInlineStart: 'auto' })
export const review = style({ display: 'grid', gap: theme.space.x4 })
export const part = style({ display: 'grid', gap: theme.space.x2 })
export const partHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x2,
  borderBottom: line,
  paddingBottom: theme.space.x1,
})
export const partTitle = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const facts = style({ display: 'grid', gap: theme.space.x1 })
export const fact = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 200px) minmax(0, 1fr)',
  gap: theme.space.x2,
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
