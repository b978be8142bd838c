const typingTargetSelector =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog'

/** Whether a key goes into a field or a dialog, so that single-letter keys must leave it alone. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typingTargetSelector) !== null
