const TABLE: Record<string, string> = {
  'social-work':
    'case-management crisis-intervention safeguarding trauma-informed-practice mediation partnership-building',
  nursing: 'clinical-assessment medication-management wound-care palliative-care first-aid team-leadership',
  counselling:
    'motivational-interviewing crisis-intervention group-facilitation trauma-informed-practice harm-reduction mediation',
  therapy: 'clinical-assessment group-facilitation inclusion dementia-care training-delivery',
  'personal-support': 'personal-care dementia-care first-aid medication-management palliative-care driving-licence',
  'youth-work': 'activity-planning mentoring conflict-resolution safeguarding group-facilitation first-aid',
  'community-outreach':
    'community-organizing harm-reduction crisis-intervention partnership-building group-facilitation driving-licence',
  childcare: 'child-development activity-planning first-aid safeguarding inclusion',
  teaching: 'lesson-planning adult-education inclusion group-facilitation training-delivery public-speaking',
  'volunteer-coordination':
    'volunteer-recruitment training-delivery scheduling public-speaking crm-systems event-planning',
  'programme-management':
    'project-management budgeting partnership-building impact-evaluation team-leadership grant-writing',
  fundraising: 'donor-relations direct-mail crm-systems major-gifts copywriting event-planning',
  grants: 'grant-writing budgeting financial-reporting project-management copywriting',
  communications: 'copywriting media-relations social-media campaign-management public-speaking video-editing',
  marketing: 'campaign-management social-media web-analytics crm-systems copywriting',
  design: 'graphic-design video-editing web-accessibility copywriting social-media',
  events: 'event-planning budgeting scheduling volunteer-recruitment public-speaking',
  'policy-and-advocacy':
    'policy-analysis campaign-management copywriting public-speaking community-organizing legal-research',
  research: 'research-methods statistical-analysis copywriting data-visualization policy-analysis',
  translation: 'interpreting copywriting data-protection adult-education',
  sales: 'donor-relations crm-systems customer-care campaign-management public-speaking',
  finance: 'financial-reporting budgeting auditing team-leadership procurement office-software',
  accounting: 'bookkeeping payroll financial-reporting office-software auditing',
  'human-resources': 'recruiting employment-law conflict-resolution training-delivery payroll mediation',
  'information-technology': 'it-support information-security office-software data-protection training-delivery',
  'software-development': 'typescript python sql web-accessibility information-security',
  'data-analysis': 'sql data-visualization statistical-analysis python data-protection crm-systems',
  administration: 'office-software minute-taking scheduling customer-care event-planning bookkeeping',
  'executive-leadership': 'team-leadership governance change-management budgeting partnership-building public-speaking',
  legal: 'legal-research employment-law mediation data-protection copywriting',
  operations: 'health-and-safety procurement scheduling team-leadership change-management budgeting',
  'customer-service': 'customer-care crm-systems cash-handling office-software conflict-resolution',
  'monitoring-and-evaluation':
    'impact-evaluation statistical-analysis research-methods data-visualization group-facilitation',
  logistics: 'stock-control forklift-licence health-and-safety scheduling driving-licence',
  facilities: 'building-maintenance health-and-safety procurement carpentry driving-licence',
  kitchen: 'cooking food-safety stock-control team-leadership health-and-safety',
  driving: 'driving-licence first-aid customer-care health-and-safety forklift-licence',
  retail: 'cash-handling customer-care stock-control volunteer-recruitment',
  'skilled-trades': 'carpentry building-maintenance health-and-safety training-delivery driving-licence',
  'animal-care': 'animal-handling first-aid customer-care volunteer-recruitment driving-licence',
  conservation: 'habitat-management gis volunteer-recruitment health-and-safety research-methods',
};

/** @param occupation key of the occupation's texts @returns slugs of the vocabulary `skill` */
export function skillsOf(occupation: string): readonly string[] {
  return TABLE[occupation]?.split(' ') ?? [];
}
