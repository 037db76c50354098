/**
 * What a change means, the worst first: `hidden`: it hides text from a person; `power`: a skill wants to do more; `weaker`: a check or a
 * guard got weaker; `rules`: rules changed; `wording`: only prose did.
 */
export const APPROVAL_MARKS = ['hidden', 'power', 'weaker', 'rules', 'wording'] as const;
export type ApprovalMark = (typeof APPROVAL_MARKS)[number];
