/**
 * The built-in directory roles: id, tier, `p` if Microsoft marks the role as privileged, class, name. Roles that Microsoft
 * bars from administrators and from groups that can be assigned to roles are in tier 1: whether they reach the control plane
 * depends on what unprotected users and groups hold, which the control graph decides.
 *
 * Ids, names and the privileged flag: Microsoft's definitions as republished in Cloud-Architekt/AzurePrivilegedIAM at commit
 * f14538fd (MIT license). Tiers and classes: capability rules of this project, written with the tier lists of
 * emiliensocchi/azure-tiering and SpecterOps/BloodHound in view. As of 2026-08-21.
 */
export const DIRECTORY_ROLES = `
d2562ede-74db-457e-a7b6-544e236ebb61 0 p control_app_credential AI Administrator
1fe13547-53f6-408d-ac04-7f8eed167b38 1 p global_read AI Reader
db506228-d27e-4b7d-95e5-295956d6615f 0 p control_app_credential Agent ID Administrator
adb2368d-a9be-41b5-8667-d96778e081b0 1 - agent_admin Agent ID Developer
6b942400-691f-4bf0-9d12-d8a254a2baf5 1 - agent_admin Agent Registry Administrator
9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3 0 p control_app_credential Application Administrator
cf1c38e5-3621-4004-a7cb-879624dced7c 2 p app_developer Application Developer
9c6df0f2-1e7c-4dc3-b195-66dfbd24aa8f 2 - service_admin Attack Payload Author
c430b396-e693-46cc-96f3-db01bf8bb62a 1 - security_tooling Attack Simulation Administrator
58a13ea3-c632-46ae-9ee0-9c0d43cd7f3d 1 - identity_governance Attribute Assignment Administrator
ffd52fa5-98dc-465c-991d-fc073eb59f8f 2 - directory_read Attribute Assignment Reader
8424c6f0-a189-499e-bbd0-26c1753c96d4 1 - identity_governance Attribute Definition Administrator
1d336d2c-4ae8-42ef-9711-b3604ce3fc2c 2 - directory_read Attribute Definition Reader
5b784334-f94b-471a-a387-e7219fc49ca2 1 - identity_governance Attribute Log Administrator
9c99539d-8186-4804-835f-fd51ef9e2dcd 2 - directory_read Attribute Log Reader
ecb2c6bf-0ab6-418e-bd87-7986f8d63bbe 1 p identity_governance Attribute Provisioning Administrator
422218e4-db15-4ef9-bbe0-8afb41546d79 2 p directory_read Attribute Provisioning Reader
c4e39bd9-1100-46d3-8c65-fb160da0071f 1 p control_user_credential Authentication Administrator
25a516ed-2fa0-40ea-a2d0-12923a21473a 1 p control_tenant_trust Authentication Extensibility Administrator
0b00bede-4072-4d22-b441-e7df02a1ef63 1 p control_tenant_trust Authentication Extensibility Password Administrator
0526716b-113d-4c15-b2c8-68e3c22b9f80 1 - control_tenant_trust Authentication Policy Administrator
9f06204d-73c1-4d4c-880a-6edb90606fd8 1 - execute_on_devices Azure AD Joined Device Local Administrator
e3973bdf-4987-49ae-837a-ba8e231c7286 1 - service_admin Azure DevOps Administrator
7495fdc4-34c4-4d15-a289-98788ce399fd 1 - security_tooling Azure Information Protection Administrator
aaf43236-0c0d-4d5f-883a-6955382ac081 1 p control_tenant_trust B2C IEF Keyset Administrator
3edaf663-341e-4475-9f94-5c398ef6c070 1 - control_tenant_trust B2C IEF Policy Administrator
b0f54661-2d74-4c50-afa3-1ec803f12efe 1 - billing_admin Billing Administrator
892c5842-a9a6-463a-8041-72aa08ca3cf6 1 - security_tooling Cloud App Security Administrator
158c047a-c907-4556-b7ef-446551a6b5f7 0 p control_app_credential Cloud Application Administrator
7698a772-787b-4ac8-901f-60d6b08affd2 1 p execute_on_devices Cloud Device Administrator
17315797-102d-40b4-93e0-432062caca18 1 - security_tooling Compliance Administrator
e6d1a23a-da11-4be4-9570-befc86d067a7 1 - security_tooling Compliance Data Administrator
b1be1c3e-b65d-4f19-8427-f6fa0d97feb9 0 p control_tenant_trust Conditional Access Administrator
fc8ad4e2-40e4-4724-8317-bcda7503ecbf 1 - control_tenant_trust Customer Delegated Admin Relationship Administrator
5c4f9dcd-47dc-4cf7-8c9a-9e4207cbfc91 2 - service_admin Customer LockBox Access Approver
38a96431-2bdf-4b4c-8b6e-5d3d8abac1a4 1 - execute_on_devices Desktop Analytics Administrator
9c094953-4995-41c8-84c8-3ebb9b32c93f 2 - baseline Device Join
2b499bcd-da44-4968-8aec-78e1674fa64d 1 - execute_on_devices Device Managers
d405c6df-0af8-4e3b-95e4-4d06e542189e 2 - baseline Device Users
88d8e3e3-8f55-4a1e-953a-9b9898b8876b 2 - directory_read Directory Readers
d29b2b05-8046-44ba-8758-1e26182fcf32 0 - control_app_credential Directory Synchronization Accounts
9360feb5-f418-4baa-8175-e2a00bac4301 1 p control_group_membership Directory Writers
8329153b-31d0-4727-b945-745eb3bc5f31 0 p control_tenant_trust Domain Name Administrator
e93e3737-fa85-474a-aee4-7d3fb86510f3 1 - service_admin Dragon Administrator
44367163-eba1-44c3-98af-f5787879f96a 1 - service_admin Dynamics 365 Administrator
963797fb-eb3b-4cde-8ce3-5878b3f32a3f 1 - service_admin Dynamics 365 Business Central Administrator
3f1acade-1e04-4fbc-9b69-f0302cd84aef 2 - service_admin Edge Administrator
b6a27b2b-f905-4b2e-81b5-0d90e0ef1fdb 1 - identity_governance Entra Backup Administrator
f42252d9-5400-4d7b-b9ef-cc582dbb8577 2 - directory_read Entra Backup Reader
d35481f7-cda1-4fa2-8344-5a21f7f3724d 1 - identity_governance Entra Customer Lockbox Approver
58f930cc-fcf4-4152-852c-1d7dbf502139 0 p control_user_credential Entra SOC Identity Responder
29232cdf-9323-42fd-ade2-1d097af3e4de 1 - service_admin Exchange Administrator
49eb8f75-97e9-4e37-9b2b-6c3ebfcffa31 1 - service_admin Exchange Backup Administrator
31392ffb-586c-42d1-9346-e59415a2cc4e 1 - service_admin Exchange Recipient Administrator
dd13091a-6207-4fc0-82ba-3641e056ab95 2 - service_admin Extended Directory User Administrator
6e591065-9bad-43ed-90f3-e9424366d2f0 1 - control_tenant_trust External ID User Flow Administrator
0f971eea-41eb-4569-a71e-57bb8a3eff1e 1 - control_tenant_trust External ID User Flow Attribute Administrator
be2f45a1-457d-42af-a067-6ec1fa63bc45 0 p control_tenant_trust External Identity Provider Administrator
a9ea8996-122f-4c74-9520-8edcd192826c 1 - service_admin Fabric Administrator
62e90394-69f5-4237-9190-012177145e10 0 p tenant_admin Global Administrator
f2ef992c-3afb-46b9-b7cf-a126ee74c451 1 p global_read Global Reader
ac434307-12b9-4fa1-a708-88bf58caabc1 1 - control_tenant_trust Global Secure Access Administrator
843318fb-79a6-4168-9e6f-aa9a07481cc4 2 - directory_read Global Secure Access Log Reader
fdd7a751-b60b-444a-984c-02652fe8fa1c 1 - control_group_membership Groups Administrator
95e79109-95c0-4d8e-aee3-d01accf2d47b 1 - identity_governance Guest Inviter
10dae51f-b6af-4016-8d66-8c2a99b929b3 2 - baseline Guest User
729827e3-9c14-49f7-bb1b-9608f156bbb8 1 p control_user_credential Helpdesk Administrator
8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2 0 p control_app_credential Hybrid Identity Administrator
45d8d3c5-c802-45c6-b32a-1d70b5e1e86e 0 p grant_role Identity Governance Administrator
eb1f4a8d-243a-41f0-9fbd-c7cdf6c5ef7c 2 - service_admin Insights Administrator
25df335f-86eb-4119-b717-0ff02de207e9 2 - service_admin Insights Analyst
31e939ad-9672-4796-9c2e-873181342d2d 2 - service_admin Insights Business Leader
3a2c62db-5318-420d-8d74-23affee5d9d5 0 p execute_on_devices Intune Administrator
2ea5ce4c-b2d8-4668-bd81-3680bd2d227a 1 - execute_on_devices IoT Device Administrator
74ef975b-6605-40af-a5d2-b9539d836353 1 - service_admin Kaizala Administrator
b5a8dcf3-09d5-43a9-a639-8e29ef291470 1 - control_group_membership Knowledge Administrator
744ec460-397e-42ad-a462-8b3f9747a02c 1 - control_group_membership Knowledge Manager
4d6ac14f-3453-41d0-bef9-a3e0c569773a 1 - billing_admin License Administrator
59d46f88-662b-457b-bceb-5c3809e5908f 0 p grant_role Lifecycle Workflows Administrator
ac16e43d-7b2d-40e0-ac05-243ff356ab5b 2 - directory_read Message Center Privacy Reader
790c1fb9-7f7d-4f88-86a1-ef1f95c05c1b 2 - directory_read Message Center Reader
1707125e-0aa2-4d4d-8655-a7c786c76a25 1 - service_admin Microsoft 365 Backup Administrator
8c8b803f-96e1-4129-9349-20738d9f9652 1 - service_admin Microsoft 365 Migration Administrator
ee67aa9c-e510-4759-b906-227085a7fd4d 1 - service_admin Microsoft Graph Data Connect Administrator
1501b917-7653-4ff9-a4b5-203eaf33784f 2 - service_admin Microsoft Hardware Warranty Administrator
281fe777-fb20-4fbb-b7a3-ccebce5b0d96 2 - service_admin Microsoft Hardware Warranty Specialist
d37c8bed-0711-4417-ba38-b4abe66ce4c2 2 - service_admin Network Administrator
2b745bdf-0803-4d80-aa65-822c4493daac 2 - service_admin Office Apps Administrator
a92aed5d-d78a-4d16-b381-09adb37eb3b0 0 - control_app_credential On Premises Directory Sync Account
92ed04bf-c94a-4b82-9729-b799a7a4c178 2 - service_admin Organizational Branding Administrator
9d70768a-0cbc-4b4c-aea3-2e124b2477f4 1 - service_admin Organizational Data Source Administrator
e48398e2-f4bb-4074-8f31-4586725e205b 2 - service_admin Organizational Messages Approver
507f53e4-4e52-4077-abd3-d2e1558b6ea2 1 - service_admin Organizational Messages Writer
4ba39ca4-527c-499a-b93d-d9b492c50246 0 p control_user_credential Partner Tier1 Support
e00e864a-17c5-4a4b-9c06-f5b95a8d5bd8 0 p tenant_admin Partner Tier2 Support
966707d0-3269-4727-9be2-8c3a10f19b9d 1 p control_user_credential Password Administrator
024906de-61e5-49c8-8572-40335f1e0e10 1 - service_admin People Administrator
af78dc32-cf4d-46f9-ba4e-4428526346b5 1 - security_tooling Permissions Management Administrator
78b0ccd1-afc2-4f92-9116-b41aedd09592 1 - service_admin Places Administrator
11648597-926c-4cf3-9c36-bcebb0ba8dcc 1 - service_admin Power Platform Administrator
644ef478-e28f-4e28-b9dc-3fdde9aa0b1f 2 - service_admin Printer Administrator
e8cef6f1-e4bd-4ea8-bc07-4b8d950f4477 2 - service_admin Printer Technician
7be44c8a-adaf-4e2a-84d6-ab2649e08a13 0 p control_user_credential Privileged Authentication Administrator
e8611ab8-c189-46e8-94e1-60213ab1f814 0 p grant_role Privileged Role Administrator
3f04f91a-4ad7-4bd3-bcfa-49882ea1a88a 1 - security_tooling Purview Workload Content Administrator
e07494ad-1654-4dd2-922e-6f81a71bf00f 1 - security_tooling Purview Workload Content Reader
02d5655b-c1cf-4e5f-98da-5fb919085bf6 1 - security_tooling Purview Workload Content Writer
4a5d8f65-41da-4de4-8968-e035b65339cf 2 - directory_read Reports Reader
2af84b1e-32c8-42b7-82bc-daa82404023b 2 - baseline Restricted Guest User
0964bb5e-9bdb-4d7b-ac29-58e794862a40 2 - service_admin Search Administrator
8835291a-918c-4fd7-a9ce-faa49f0cf7d9 2 - service_admin Search Editor
194ae4cb-b126-40b2-bd5b-6091b380977d 0 p control_tenant_trust Security Administrator
5f2222b1-57c3-48ba-8ad5-d4759f1fde6f 1 p security_tooling Security Operator
5d6b6bb7-de71-4623-b4af-96380a352509 1 p security_tooling Security Reader
f023fd81-a637-4b56-95fd-791ac0226033 2 - service_admin Service Support Administrator
f28a1f50-f6e7-4571-818b-6a12f2af6b6c 1 - service_admin SharePoint Administrator
99009c4a-3b3f-4957-82a9-9d35e12db77e 1 - service_admin SharePoint Advanced Management Administrator
9d3e04ba-3ee4-4d1b-a3a7-9aef423a09be 1 - service_admin SharePoint Backup Administrator
1a7d78b6-429f-476b-b8eb-35fb715fffd4 1 - service_admin SharePoint Embedded Administrator
75941009-915a-4869-abe7-691bff18279e 1 - service_admin Skype for Business Administrator
69091246-20e8-4a56-aa4d-066075b2a7a8 1 - service_admin Teams Administrator
baf37b3a-610e-45da-9e62-d9d1e5e8914b 1 - service_admin Teams Communications Administrator
f70938a0-fc10-4177-9e90-2178f8765737 1 - service_admin Teams Communications Support Engineer
fcf91098-03e3-41a9-b5ba-6f0ec8188a12 2 - service_admin Teams Communications Support Specialist
3d762c5a-1b6c-493f-843e-55a3b42923d4 1 - execute_on_devices Teams Devices Administrator
2fe872fb-daa8-4afc-8f6c-53c4565cfef4 1 - service_admin Teams External Collaboration Administrator
1076ac91-f3d9-41a7-a339-dcdf5f480acc 1 - service_admin Teams Reader
aa38014f-0993-46e9-9b45-30501a20909d 1 - service_admin Teams Telephony Administrator
112ca1a2-15ad-4102-995e-45b0bc479a6a 2 - service_admin Tenant Creator
1981f584-96e9-4a6f-95b0-f522373f8fae 0 p grant_role Tenant Governance Administrator
e0a4caa6-fe82-443f-b92f-d87341d17b2e 2 - directory_read Tenant Governance Reader
b8e31d83-1534-480f-9b10-0338ded51b7e 1 - control_tenant_trust Tenant Governance Relationship Administrator
124577f8-48ed-456a-839f-13b419002e33 2 - directory_read Tenant Governance Relationship Reader
75934031-6c7e-415a-99d7-48dbd49e875e 2 - directory_read Usage Summary Reports Reader
a0b1b346-4d3e-4e8b-98f8-753987be4970 2 - baseline User
fe930be7-5e62-47db-91af-98c3a49a38b1 0 p control_user_credential User Administrator
27460883-1df1-4691-b032-3b79643e5e63 2 - service_admin User Experience Success Manager
e300d9e7-4a2b-4295-9eff-f1c78b36cc98 2 - service_admin Virtual Visits Administrator
0ec3f692-38d6-4d14-9e69-0377ca7797ad 1 - service_admin Viva Glint Tenant Administrator
92b086b3-e367-4ef2-b869-1de128fb986e 1 - service_admin Viva Goals Administrator
87761b17-1ed2-4af3-9acd-92a150038160 2 - service_admin Viva Pulse Administrator
11451d60-acb2-45eb-a7d6-43d0f0125c13 0 - execute_on_devices Windows 365 Administrator
32696413-001a-46ae-978c-ce0f6b3620d2 1 - execute_on_devices Windows Update Deployment Administrator
c34f683f-4d5a-4403-affd-6615e00e3a7f 2 - baseline Workplace Device Join
810a2642-a034-447f-a5e8-41beaa378541 1 - service_admin Yammer Administrator
`;
