/** Apart from `messages.ts`, so that only the wizard loads them. */
export const createStoreMessages = {
  steps: 'Steps',
  stepOf: (step: number, steps: number, title: string) => `Step ${step} of ${steps}: ${title}`,
  done: 'done',
  wrong: 'needs attention',
  ahead: 'not open yet',
  next: 'Next',
  back: 'Back',
  create: 'Create store',
  edit: 'Edit',
  editOf: (step: string) => `Edit ${step}`,
  restored: 'Draft restored: you go on where you were.',
  restart: 'Start anew',
  templateHint:
    'A store to begin with. The next steps hold what it has; what you change there counts.',
  fromTemplate: 'From the template',
  templateHas: (value: string) => `In the template: ${value || 'None'}`,
  fromTemplateHint: 'Empty takes it from the template.',
  contrast: (least: number) =>
    `Text on primary color must have a contrast of at least ${least} to 1 to the primary color`,
  checking: 'Checking...',
  available: (value: string) => `${value} is free.`,
  unknown: 'It could not be checked now; it is checked when the store is created.',
  empty: 'None',
  store: 'the new store',
  alreadyCreated:
    'A store was already created from this form, although its answer was lost. Look for it in All Stores; starting anew creates another one.',
  intro: {
    identity: 'What the store is called and who it belongs to.',
    domain: 'Where its members find it.',
    locale: 'What it speaks, what it sells in, and when its day begins.',
    brand: 'How it looks. What stays empty is inherited.',
    access: 'Who may enter.',
    admin: 'Who runs the store at the company. This can be left for later.',
    review: 'Nothing is created yet. Look at everything once more, then create the store.',
  },
} as const
