/** What is wrong in a document itself, by the beginning of its name: it is left out, or something else stands `instead`, and said why. */
export const mistakes: { document: string; at: string; why: string; instead?: unknown }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'The list has webhooks/read twice, but lacks webhooks and stores_list/read, which tokens can have.',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'The scopes that the list of values lacks have no names here.',
  },
  {
    document: 'printful',
    at: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    why: 'The links in the example have limit and offset, which the list lacks.',
    instead: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
