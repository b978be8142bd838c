import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

import { footerRow } from '../form/Panel.css.ts'
import { head } from '../ui/Section.css.ts'

export { card, head, heading } from '../ui/Section.css.ts'

const line = `1px solid ${theme.color.line}`

/** Settings on the left, test results on the right; stacked when there is no room. */
export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr) 404px' } },
})
/**
 * Keeps a target below the page header, with what is above it in view if possible. `#test` is also
 * selected by ID because navigation by script sets no `:target`.
 */
globalStyle(`${page} :is(:target, #test)`, { scrollMarginTop: '60vh' })
export const column = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  maxWidth: '720px',
})
/** Above the settings, or on their right if there is room. */
export const ahead = style([column, { '@media': { [media.roomy]: { gridArea: '1 / 2' } } }])
export const inset = style({
  display: 'grid',
  gap: theme.space.x3,
  padding: `${theme.space.x3} ${theme.space.x4}`,
})
export const soft = style({ color: theme.color.textSoft, fontSize: '13px' })
/** The states on the way to active, with the current one marked. */
export const life = style({
  display: 'flex',
  overflow: 'clip',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x5}`,
  marginBottom: theme.space.x4,
  color: theme.color.textSoft,
  fontSize: '13px',
  // On narrow screens, the state beside the name is enough.
  '@media': { [media.narrow]: { display: 'none' } },
})
export const stage = style({
  position: 'relative',
  padding: `2px ${theme.space.x2}`,
  borderRadius: theme.radius.round,
  selectors: {
    '&[aria-current]': {
      background: theme.color.accentSoft,
      color: theme.color.accentHover,
      fontWeight: 600,
    },
    '&[data-state="draft"][aria-current]': {
      background: theme.color.warningSoft,
      color: theme.color.warning,
    },
    '&[data-state="degraded"][aria-current]': {
      background: theme.color.errorSoft,
      color: theme.color.error,
    },
    '&:not(:last-child)::after': {
      content: '',
      position: 'absolute',
      insetInlineStart: `calc(100% + ${theme.space.x1})`,
      top: '50%',
      width: '12px',
      borderTop: `1px solid ${theme.color.lineStrong}`,
    },
  },
})
export const steps = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })
export const step = style({
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr) auto',
  gap: `${theme.space.x1} ${theme.space.x2}`,
  alignItems: 'baseline',
  padding: `${theme.space.x2} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
})
export const stepMore = style({ gridColumn: '2 / -1', overflowWrap: 'anywhere' })
const mark = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '16px',
  height: '16px',
  borderRadius: '50%',
  background: theme.color.lineStrong,
  color: theme.color.surface,
  fontSize: '11px',
  fontWeight: 700,
  lineHeight: 1,
})
const marked = (sign: string, background: string) =>
  style([mark, { background, '::before': { content: `"${sign}"` } }])
export const marks = styleVariants({
  passed: [marked('\\2713', theme.color.success)],
  warning: [marked('!', theme.color.warning)],
  failed: [marked('!', theme.color.error)],
  skipped: [marked('\\2013', theme.color.lineStrong)],
  unknown: [marked('?', theme.color.textSoft)],
  running: [marked('\\2026', theme.color.lineStrong)],
})
/** The result of testing unsaved settings, at the end of their form. */
export const typed = style({ border: line, borderRadius: theme.radius.medium, overflow: 'clip' })
export const typedHead = style({
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: line,
  background: theme.color.canvas,
})
/** The button of the next step, below the test's steps. */
export const nextStep = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderTop: line,
  background: theme.color.accentSoft,
})
globalStyle(`${nextStep} > :first-child`, { flex: '1 1 160px' })
export const nextUnknown = style({ paddingInlineStart: '18px', fontSize: '13px' })
export const time = style([soft, { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }])
const box = style({ padding: theme.space.x3, borderRadius: theme.radius.medium, fontSize: '13px' })
export const bad = style([box, { background: theme.color.errorSoft, color: theme.color.error }])
export const warning = style([
  box,
  { background: theme.color.warningSoft, color: theme.color.warning },
])
globalStyle(`${warning} ul`, { margin: `${theme.space.x2} 0`, paddingInlineStart: '18px' })
export const asking = style({ marginBottom: theme.space.x4 })
/** The bar that names the store and check to be fixed. */
export const storeFix = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space.x2} ${theme.space.x4}`,
  marginBottom: theme.space.x4,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
/** In a panel, the parts are already spaced. */
globalStyle(`dialog :is(${life}, ${storeFix})`, { marginBottom: 0 })
/** The current failure, with a link to its fix. */
export const degraded = style([
  storeFix,
  { borderColor: '#fecaca', background: theme.color.errorSoft },
])
globalStyle(`${degraded} strong`, { color: theme.color.error })
globalStyle(`${storeFix} p`, { flex: '1 1 240px' })
export const fixActions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
export const entry = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `2px ${theme.space.x3}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  fontSize: '13px',
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  selectors: { '& + &': { borderTop: line } },
})
/** One primary button at a time: while there are unsaved changes, it's the save button. */
globalStyle(
  `${page}:has(${footerRow} > [type="submit"]:not([data-calm], [data-quiet])) [data-next]:enabled`,
  {
    borderColor: theme.color.line,
    background: theme.color.surface,
    color: theme.color.text,
  },
)
/** The heading of a collapsed card. */
export const folded = style([
  head,
  {
    justifyContent: 'flex-start',
    listStyle: 'none',
    selectors: {
      '&::-webkit-details-marker': { display: 'none' },
      'details:not([open]) > &': { borderBottom: 0 },
    },
  },
])
/** Numbered next steps. */
export const next = style({
  display: 'grid',
  gap: theme.space.x3,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  counterReset: 'next',
})
globalStyle(`${next} li`, {
  position: 'relative',
  paddingInlineStart: '32px',
  counterIncrement: 'next',
})
globalStyle(`${next} li::before`, {
  content: 'counter(next)',
  position: 'absolute',
  insetInlineStart: 0,
  display: 'grid',
  placeItems: 'center',
  width: '20px',
  height: '20px',
  borderRadius: '50%',
  background: theme.color.sunken,
  color: theme.color.textSoft,
  fontSize: '12px',
  fontWeight: 600,
})
globalStyle(`${next} strong`, { fontWeight: 500 })
/** With JavaScript, the page updates without the refresh link. */
export const refreshLink = style({ '@media': { '(scripting: enabled)': { display: 'none' } } })
export const actions = style({ display: 'flex', alignItems: 'center', gap: theme.space.x2 })
/** The text beside a dot may wrap. */
export const wrappingText = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })
/** Keeps read-only settings legible. */
export const settings = style({ border: 0, margin: 0, padding: 0, minWidth: 0 })
globalStyle(`${settings}:disabled :disabled`, { opacity: 1, color: theme.color.text })
/** The start of a provider's settings. */
export const start = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x3,
})
export const toEnter = style([
  start,
  {
    gap: theme.space.x2,
    padding: theme.space.x3,
    border: line,
    borderRadius: theme.radius.medium,
    background: theme.color.canvas,
  },
])
export const entries = style([start, { gap: theme.space.x2 }])
globalStyle(`${entries} dd > span`, { background: theme.color.surface })
/** A field and its button, aligned with the field's control; the label is above. */
export const beside = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: theme.space.x2,
})
globalStyle(`${beside} > :first-child`, { flex: '1 1 240px' })
globalStyle(`${beside} > button`, { '@media': { [media.roomy]: { marginTop: '23px' } } })
export const standing = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
})
