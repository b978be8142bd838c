import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

/** Height that notifications need between a panel's content and its buttons. */
export const notificationSpace = '--notification-space'

/** Covers the page except for the top bar. The page shows through it. */
export const over = style({
  position: 'fixed',
  inset: `${theme.height.topBar} 0 0 0`,
  zIndex: 25,
  width: 'auto',
  maxWidth: 'none',
  height: 'auto',
  maxHeight: 'none',
  margin: 0,
  padding: 0,
  border: 0,
  background: 'none',
  overflow: 'hidden',
  selectors: {
    // Shades the top bar, which can't be used while the panel is modal.
    '&::backdrop': {
      background: `linear-gradient(${theme.color.shade} 0 ${theme.height.topBar}, transparent 0)`,
    },
    '&:focus-visible': { outline: 'none' },
  },
  '@media': { [media.narrow]: { inset: 0, selectors: { '&::backdrop': { background: 'none' } } } },
})
export const dim = style({
  position: 'absolute',
  inset: 0,
  background: theme.color.shade,
  cursor: 'default',
})
export const panel = style({
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: 0,
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr)',
  gridTemplateColumns: 'minmax(0, 1fr)',
  background: theme.color.surface,
  boxShadow: `-8px 0 24px ${theme.color.shade}`,
  width: 'min(480px, 100%)',
  selectors: {
    '&[data-size="medium"]': { width: 'min(560px, 100%)' },
    '&[data-size="large"]': { width: 'min(720px, 100%)' },
  },
})
export const header = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minHeight: '56px',
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const title = style({
  flex: 1,
  minWidth: 0,
  fontSize: theme.size.large,
  fontWeight: 600,
  lineHeight: 1.25,
  letterSpacing: '-0.01em',
  // A long title takes two lines and is then truncated.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})
export const kind = style({
  marginInlineStart: theme.space.x1,
  color: theme.color.textSoft,
  fontSize: theme.size.normal,
  fontWeight: 400,
  whiteSpace: 'nowrap',
})
export const tools = style({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.space.x1,
  selectors: { '&:empty': { display: 'none' } },
})
/** In a narrow window, more than three tools get a row of their own below the title. */
const withTools = `${header}:has(> ${tools} > :nth-child(4))`
globalStyle(withTools, { '@media': { [media.narrow]: { flexWrap: 'wrap' } } })
globalStyle(`${withTools} > ${tools}`, {
  '@media': { [media.narrow]: { order: 1, flexBasis: '100%' } },
})
/** Heading of a part of a panel. */
export const subheading = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const tool = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  minWidth: '28px',
  height: '28px',
  padding: `0 ${theme.space.x1}`,
  borderRadius: theme.radius.small,
  color: theme.color.text,
  fontWeight: 500,
  textDecoration: 'none',
  selectors: {
    '&:hover:not([aria-disabled])': { background: theme.color.sunken },
    '&[aria-disabled]': { color: theme.color.lineStrong, cursor: 'default' },
    '&[aria-current]': { background: theme.color.accentSoft, color: theme.color.accent },
  },
})
export const form = style({
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minHeight: 0,
})
export const body = style({
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflowWrap: 'anywhere',
  gridAutoRows: 'max-content',
  gap: theme.space.x4,
  alignContent: 'start',
  padding: theme.space.x4,
  marginBottom: `var(${notificationSpace}, 0px)`,
  overflowY: 'auto',
})
/** Stays visible in a form that is longer than the window. */
export const footer = style({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
/**
 * One row at every width: the text gives way to the buttons, and wraps above them where it would be
 * unreadable.
 */
export const footerRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  '@media': { [media.narrow]: { flexWrap: 'wrap' } },
  gap: theme.space.x2,
})
/** Wraps if one row doesn't fit all buttons. */
globalStyle(`${footerRow}:has(> [data-step])`, { flexWrap: 'wrap' })
globalStyle(`${footerRow}:has(> [data-step]) > p`, {
  flexBasis: '110px',
  '@media': { [media.narrow]: { flexBasis: '100%' } },
})
/** Gives the final step its own row if the buttons don't fit side by side. */
globalStyle(`${footerRow} > [data-step]:last-child`, {
  '@media': { [media.narrow]: { flexGrow: 1 } },
})
globalStyle(`${footerRow} > :is(a, button)`, {
  '@media': { [media.narrow]: { paddingInline: theme.space.x2 } },
})
/** Cancel and discard look like text; actions look like buttons. */
globalStyle(`${footerRow} [data-way-out]:not(:hover)`, { background: 'none' })
globalStyle(`${footerRow} [data-way-out]`, { borderColor: 'transparent' })
globalStyle(`${footerRow} > button[data-way-out]`, {
  '@media': { '(scripting: none)': { display: 'none' } },
})
/**
 * Filled, but muted until there is something to save: it works before script runs, and without it.
 */
globalStyle(`${footerRow} > button[data-calm]:not(:disabled)`, {
  borderColor: theme.color.accentSoft,
  background: theme.color.accentSoft,
  color: theme.color.accent,
})
globalStyle(`${footerRow} > button[data-calm]:hover:not(:disabled)`, {
  borderColor: theme.color.accent,
})
/**
 * Hides save buttons while there is nothing to save. A focused one stays, and so do all without
 * JavaScript, because nothing would show them again.
 */
globalStyle(`${footerRow} > button[data-unchanged]:not(:focus)`, {
  '@media': { '(scripting: enabled)': { display: 'none' } },
})
export const note = style({ color: theme.color.textSoft, fontSize: '13px' })
export const said = style({
  flex: 1,
  minWidth: 0,
  color: theme.color.textSoft,
  fontSize: '13px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
/** A sentence is shown whole: the buttons go below it if they don't fit beside it. */
const withSentence = `${footerRow}:has(> ${said}:not(:empty, [data-calm])):not(:has(b))`
globalStyle(withSentence, { flexWrap: 'wrap' })
globalStyle(`${withSentence} > ${said}`, { flexBasis: 'auto' })
globalStyle(`${said}:not(:empty, [data-calm])`, {
  '@media': { [media.narrow]: { flexBasis: '100%' } },
})
/** Hidden without script, because nothing would update it. */
globalStyle(`${said}[data-calm]`, { '@media': { '(scripting: none)': { visibility: 'hidden' } } })
export const unsaved = style({ color: theme.color.text, fontWeight: 500 })
/** Two columns. Long fields take both; in a narrow window all but the shortest do. */
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space.x4,
  alignItems: 'start',
  minWidth: 0,
})
/**
 * Hides fields that don't apply to the record. Without script they stay visible, because nothing
 * could show them.
 */
export const section = style({
  '@media': { '(scripting: enabled)': { selectors: { '&[data-aside]': { display: 'none' } } } },
})
export const legend = style({
  marginBottom: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 600,
})
/** Head of a collapsed section. Its arrow shows that there is more. */
export const fold = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 600,
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { color: theme.color.text },
    '&::before': {
      content: '',
      flex: 'none',
      width: '6px',
      height: '6px',
      marginInline: '2px',
      borderRight: '1.5px solid currentColor',
      borderBottom: '1.5px solid currentColor',
      transform: 'rotate(-45deg)',
    },
    'details[open] > &::before': { transform: 'rotate(45deg)' },
  },
})
globalStyle(`details[open] > ${fold} + *`, { marginTop: theme.space.x3 })
export const cell = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x1,
  minWidth: 0,
  selectors: { '&[data-width="full"]': { gridColumn: '1 / -1' } },
  '@media': {
    [media.narrow]: { selectors: { '&[data-width="half"]': { gridColumn: '1 / -1' } } },
  },
})
globalStyle(`${cell}[data-width="short"] input:not([type="checkbox"])`, { maxWidth: '160px' })
export const warning = style({
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.warningSoft,
  color: theme.color.warning,
})
export const question = style([warning, { marginBottom: theme.space.x2, fontSize: '13px' }])
export const refusal = style([
  warning,
  { background: theme.color.errorSoft, color: theme.color.error },
])
export const inline = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
export const lines = style({
  minHeight: '200px',
  width: '100%',
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  fontFamily: theme.font.mono,
  fontSize: '13px',
  resize: 'vertical',
})
export const copied = style([lines, { minHeight: 0, resize: 'none', wordBreak: 'break-all' }])
export const list = style({
  display: 'grid',
  gap: theme.space.x1,
  paddingInlineStart: theme.space.x4,
  listStyle: 'disc',
})

export const facts = style({ display: 'grid', gap: theme.space.x1 })
globalStyle(`${facts} > div`, {
  display: 'grid',
  gridTemplateColumns: '140px minmax(0, 1fr)',
  columnGap: theme.space.x3,
  overflowWrap: 'anywhere',
})
globalStyle(`${facts} dt`, { color: theme.color.textSoft })
