/** What is wrong in a document itself, by the beginning of its name: it is left out, and said why. */
export const mistakes: { document: string; at: string; why: string }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'names webhooks/read twice, and neither webhooks nor stores_list/read, which tokens have',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'has no name for the scopes that the values lack',
  },
]
